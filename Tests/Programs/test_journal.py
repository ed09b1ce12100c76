"""The journal goes away, or reads no more: nobody waits for it, and nothing else changes."""

import os
import socket
import subprocess
import sys
import unittest

from harness import FIXTURES, Daemon

SOURCE = f"replay:{FIXTURES / 'tour.csv'}"

# Runs a program for which standard error is a stream of the journal, in a namespace of mounts where the journal's socket is
# not there ("absent"), or there and never read ("full").
JOURNAL = """
import os, socket, subprocess, sys
kind, command = sys.argv[1], sys.argv[2:]
subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
os.makedirs("/run/systemd/journal")
if kind == "full":
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind("/run/systemd/journal/socket")
    journal.set_inheritable(True)
status = os.fstat(2)
os.environ["JOURNAL_STREAM"] = f"{status.st_dev}:{status.st_ino}"
os.execv(command[0], command)
"""

MAY_MOUNT = subprocess.run(["unshare", "--mount", "--net", "mount", "-t", "tmpfs", "none", "/run"], capture_output=True).returncode == 0


class Journal(unittest.TestCase):
    def hear(self, daemon, count):
        """Each change is an entry of the journal."""
        with daemon.connect() as connection:
            connection.send("org.orientationd.Monitor", {}, more=True)
            for _ in range(count):
                self.assertIsNotNone(connection.receive())

    @unittest.skipUnless(MAY_MOUNT, "this user may not make a namespace of mounts")
    def test_a_journal_that_is_not_there_or_full_holds_nobody_up(self):
        for kind in ("absent", "full"):
            # In a fresh namespace of networks a socket's queue holds ten messages, whatever the machine's setting is.
            within = ["unshare", "--mount", "--net", sys.executable, "-c", JOURNAL, kind]
            with self.subTest(kind), Daemon("--speed", "400", "--loop", source=SOURCE, within=within) as daemon:
                self.hear(daemon, 100)
                self.assertEqual(daemon.stop(), 0)
                # What the journal did not take is a line on standard error.
                self.assertIn("landscapeLeft, rolled", daemon.output())

    def test_a_stream_that_is_closed_or_full_holds_nobody_up(self):
        for kind in ("closed", "full"):
            ours, theirs = socket.socketpair()
            status = os.fstat(theirs.fileno())
            environment = {**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
            if kind == "closed":
                ours.close()
            else:
                theirs.setblocking(False)
                with self.assertRaises(BlockingIOError):
                    while True:
                        theirs.send(b"x" * 512)
                theirs.setblocking(True)
            redirect = ["sh", "-c", f'exec "$@" 2>&{theirs.fileno()}', "sh"]
            daemon = Daemon("--speed", "400", "--loop", source=SOURCE, within=redirect, environment=environment, passed=[theirs])
            with self.subTest(kind), daemon:
                self.hear(daemon, 100)
                self.assertEqual(daemon.stop(), 0)
            theirs.close()
            ours.close()


if __name__ == "__main__":
    unittest.main()
