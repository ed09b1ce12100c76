"""What may be at the socket's path when the daemon comes, and what may become of it while it runs."""

import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from harness import DAEMON, FIXTURES, LIMIT, Daemon, Varlink
from manager import Manager

SOURCE = f"replay:{FIXTURES / 'tour.csv'}"


def subscribe(connection):
    connection.send("org.orientationd.Monitor", {}, more=True)
    return connection.receive()["parameters"]["state"]


def rotate(daemon_path, orientation):
    with Varlink(daemon_path) as connection:
        assert "error" not in connection.call("org.orientationd.Rotate", {"orientation": orientation, "force": True})


class Taken(unittest.TestCase):
    """Whatever is there and is not a dead socket stays as it is, and the daemon says so in one line. A live daemon, a dead
    socket and a regular file are in test_bad_input."""

    def test_what_is_no_socket_is_left_alone(self):
        with tempfile.TemporaryDirectory() as directory:
            path, other, config = (Path(directory, name) for name in ("socket", "other", "conf"))
            config.touch()
            other.write_text("precious")
            for make in (lambda: path.symlink_to(other), lambda: path.symlink_to("nowhere"), path.mkdir, lambda: os.mkfifo(path)):
                make()
                before = path.lstat()
                result = subprocess.run(
                    [DAEMON, "--config", config, "--socket", path, "--source", SOURCE], capture_output=True, text=True, timeout=LIMIT)
                self.assertEqual(result.returncode, 1)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(f"{path}: there is something that is not a socket; remove it or choose another path", result.stderr)
                self.assertEqual((path.lstat().st_ino, path.lstat().st_mode), (before.st_ino, before.st_mode))
                self.assertEqual(other.read_text(), "precious")
                self.assertFalse(Path(directory, "nowhere").exists())
                path.rmdir() if path.is_dir() else path.unlink()

    def test_a_link_to_a_live_socket_is_left_alone(self):
        with Daemon(source=SOURCE) as daemon:
            link = daemon.directory / "link"
            link.symlink_to(daemon.path)
            result = subprocess.run(
                [DAEMON, "--config", daemon.config, "--socket", link, "--source", SOURCE], capture_output=True, text=True, timeout=LIMIT)
            self.assertEqual(result.returncode, 1)
            self.assertIn("not a socket", result.stderr)
            self.assertTrue(link.is_symlink())
            daemon.connect().socket.close()


class WhileItRuns(unittest.TestCase):
    def still_served(self, daemon, subscriber):
        """Those who were there before are told of changes, and new ones come in."""
        rotate(daemon.path, "landscapeLeft")
        while subscriber.receive()["parameters"]["state"]["interface"] != "landscapeLeft":
            pass
        rotate(daemon.path, "portrait")

    def wait_for_socket(self, daemon):
        deadline = time.monotonic() + LIMIT
        while not daemon.path.is_socket():
            self.assertLess(time.monotonic(), deadline, daemon.output())
            time.sleep(0.01)

    def test_a_socket_that_goes_is_made_again(self):
        removals = {
            "removed": lambda daemon: daemon.path.unlink(),
            "moved": lambda daemon: daemon.path.rename(daemon.directory / "elsewhere"),
        }
        for name, remove in removals.items():
            with self.subTest(name), Daemon(source=SOURCE) as daemon, daemon.connect() as subscriber:
                subscribe(subscriber)
                for time_ in range(1, 4):
                    remove(daemon)
                    daemon.wait_output("listening there again", time_)
                    self.still_served(daemon, subscriber)
                self.assertEqual(daemon.output().count(str(daemon.path)), 1 + 3, daemon.output())
                self.assertEqual(daemon.stop(), 0)
                self.assertFalse(daemon.path.exists())

    def test_its_directory_may_go_too(self):
        with tempfile.TemporaryDirectory() as directory:
            place = Path(directory, "place")
            with Daemon("--socket", place / "socket", source=SOURCE) as daemon:
                # Stopped meanwhile, or it makes the socket again in a directory that is to go.
                daemon.process.send_signal(signal.SIGSTOP)
                (place / "socket").unlink()
                place.rmdir()
                daemon.process.send_signal(signal.SIGCONT)
                daemon.wait_output("listening there again")
                Varlink(place / "socket").socket.close()

    def test_what_takes_its_place_is_named_and_left_alone(self):
        with Daemon(source=SOURCE) as daemon, daemon.connect() as subscriber:
            subscribe(subscriber)
            other = daemon.directory / "other"
            other.write_text("precious")
            other.rename(daemon.path)
            daemon.wait_output("trying again every 5 s")
            self.assertIn("there is something that is not a socket; remove it or choose another path", daemon.output())
            self.assertEqual(daemon.path.read_text(), "precious")
            daemon.path.unlink()
            daemon.wait_output(f"listening at {daemon.path} again")
            self.still_served(daemon, subscriber)
            self.assertEqual(daemon.output().count(str(daemon.path)), 1 + 2 + 1, "a line when it goes, one when it is back")

    def test_another_daemon_in_its_place_keeps_it(self):
        with Daemon(source=SOURCE) as daemon, daemon.connect() as subscriber, daemon.connect() as connection:
            subscribe(subscriber)
            connection.call("org.orientationd.Get")
            thief = socket.socket(socket.AF_UNIX)
            thief.bind(str(daemon.directory / "other"))
            thief.listen()
            (daemon.directory / "other").rename(daemon.path)
            daemon.wait_output("another program already does; stop it or choose another path")
            # It looks again and again, and says it once.
            thief.settimeout(LIMIT)
            for _ in range(2):
                thief.accept()[0].close()
            self.assertNotIn("error", connection.call("org.orientationd.Get"))
            self.assertEqual(daemon.output().count("another program already does"), 1, daemon.output())
            self.assertEqual(daemon.stop(), 0)
            self.assertTrue(daemon.path.is_socket(), "a socket of somebody else stays")
            thief.close()

    def test_who_waits_at_the_old_socket_is_taken_in(self):
        with Daemon(source=SOURCE) as daemon:
            daemon.process.send_signal(signal.SIGSTOP)
            waiting = [daemon.connect() for _ in range(100)]
            daemon.path.unlink()
            daemon.process.send_signal(signal.SIGCONT)
            for connection in waiting:
                self.assertIn("state", connection.call("org.orientationd.Get")["parameters"])
                connection.socket.close()

    def test_other_files_in_its_directory_wake_nobody(self):
        with Daemon(source=SOURCE) as daemon, daemon.connect() as connection:
            def wakeups():
                connection.call("org.orientationd.Get")
                status = Path(f"/proc/{daemon.process.pid}/status").read_text()
                return int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
            before = wakeups()
            for index in range(200):
                (daemon.directory / f"file{index}").touch()
            self.assertLess(wakeups() - before, 20)


class Activated(unittest.TestCase):
    def test_it_says_what_makes_the_socket_again(self):
        manager = Manager()
        self.addCleanup(manager.close)
        manager.start(SOURCE)
        with Varlink(manager.path) as subscriber, Varlink(manager.path) as control:
            subscribe(subscriber)
            control.call("org.orientationd.Get")
            log = manager.directory / "log"
            elsewhere = manager.directory / "elsewhere"
            manager.path.rename(elsewhere)
            manager.wait(lambda: "systemctl restart orientationd.socket" in log.read_text(), "says nothing")
            self.assertFalse(manager.path.exists(), "the socket is not its own to make")
            # What becomes of it then is no news, and who is there stays.
            elsewhere.unlink()
            control.call("org.orientationd.Rotate", {"orientation": "landscapeLeft"})
            while subscriber.receive()["parameters"]["state"]["interface"] != "landscapeLeft":
                pass
            control.call("org.orientationd.Get")
            self.assertEqual(log.read_text().count("removed or replaced"), 1)


if __name__ == "__main__":
    unittest.main()
