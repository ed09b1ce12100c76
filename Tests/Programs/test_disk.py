"""Disks that are full or read-only: what cannot be written is said in a line, and harms nothing else."""

import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import MAY_MOUNT, CTL, DAEMON, FIXTURES, LIMIT, Daemon, ctl
from manager import Manager

SOURCE = f"replay:{FIXTURES / 'tour.csv'}"
mounting = unittest.skipUnless(MAY_MOUNT, "this user may not make a namespace of mounts")


def on_tmpfs(directory, options, *command):
    """Runs a command with a file system of its own at a directory."""
    script = 'mount -t tmpfs -o "$1" none "$2" && shift 2 && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", script, "sh", options, str(directory), *map(str, command)]


class Log(unittest.TestCase):
    def works(self, daemon):
        for _ in range(3):
            self.assertEqual(ctl("--socket", daemon.path, "get").stdout, "portrait\n")
        self.assertEqual(daemon.stop(), 0)

    def test_a_log_on_a_full_disk_harms_nothing(self):
        with Daemon(source=SOURCE, within=["sh", "-c", 'exec "$@" >/dev/full 2>&1', "sh"]) as daemon:
            self.works(daemon)

    def test_a_log_that_may_not_grow_harms_nothing(self):
        # The kernel ends a program that writes beyond this, unless it asks not to be.
        with Daemon(source=SOURCE) as daemon:
            resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (10, 10))
            self.works(daemon)


class Record(unittest.TestCase):
    def test_a_recording_on_a_full_disk_is_a_failure_with_its_file(self):
        with Daemon("--loop", source=SOURCE) as daemon, tempfile.TemporaryDirectory() as directory:
            result = ctl("--socket", daemon.path, "record", "--force", "-o", "/dev/full")
            self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
            self.assertIn("/dev/full", result.stderr)
            self.assertIn("No space left", result.stderr)
            if MAY_MOUNT:
                command = [CTL, "--socket", daemon.path, "record", "-o", f"{directory}/trace.csv"]
                result = subprocess.run(
                    on_tmpfs(directory, "size=4k", *command), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)
                self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
                self.assertIn("trace.csv", result.stderr)

    @mounting
    def test_a_recording_on_a_read_only_disk_is_a_failure_with_its_file(self):
        with Daemon("--loop", source=SOURCE) as daemon, tempfile.TemporaryDirectory() as directory:
            command = [CTL, "--socket", daemon.path, "record", "-o", f"{directory}/trace.csv"]
            result = subprocess.run(on_tmpfs(directory, "ro", *command), capture_output=True, text=True, timeout=LIMIT)
            self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
            self.assertIn("Read-only file system", result.stderr)


class Files(unittest.TestCase):
    def test_a_file_that_does_not_fit_is_named(self):
        with tempfile.TemporaryDirectory() as directory:
            full = Path(directory, "full.svg")
            full.symlink_to("/dev/full")
            for command in (
                ["doctor", "--root", directory, "--report", full], ["plot", FIXTURES / "tour.csv", "-o", full],
                ["simulate", "--script", "portrait 1s", "--trace", full],
            ):
                with self.subTest(command[0]):
                    result = ctl(*command)
                    self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
                    self.assertIn(f"{full}: No space left", result.stderr)


class SocketDirectory(unittest.TestCase):
    @mounting
    def test_a_read_only_directory_is_named(self):
        with tempfile.TemporaryDirectory() as directory:
            config = Path(directory, "conf")
            config.touch()
            place = Path(directory, "place")
            place.mkdir()
            for path in (place / "socket", place / "deeper" / "socket"):
                command = [DAEMON, "--config", config, "--socket", path, "--source", SOURCE]
                result = subprocess.run(on_tmpfs(place, "ro", *command), capture_output=True, text=True, timeout=LIMIT)
                self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
                self.assertIn(str(path.parent), result.stderr)
                self.assertIn("Read-only file system", result.stderr)


class State(unittest.TestCase):
    def test_what_a_later_process_needs_may_have_no_room(self):
        """The file is in memory; a limit of file sizes stands for memory that is full."""
        manager = Manager()
        self.addCleanup(manager.close)
        manager.start(SOURCE)
        resource.prlimit(manager.process.pid, resource.RLIMIT_FSIZE, (10, 10))
        for _ in range(3):
            self.assertEqual(ctl("--socket", manager.path, "get").stdout, "portrait\n")
        log = manager.directory / "log"
        # The log is a file as well, so the limit is for it too: what counts is that the program is alive.
        self.assertIsNone(manager.process.poll(), log.read_text())
        manager.end(15)


if __name__ == "__main__":
    unittest.main()
