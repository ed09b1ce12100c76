"""What the programs are started with and without: descriptors, a terminal, a group, a log that somebody floods."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

from harness import MAY_MOUNT, CTL, DAEMON, FIXTURES, LIMIT, Daemon, Varlink, ctl

TOUR = FIXTURES / "tour.csv"


class ClosedDescriptors(unittest.TestCase):
    def test_lines_for_a_closed_log_do_not_go_to_clients(self):
        for closed in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"]:
            with self.subTest(closed), tempfile.TemporaryDirectory() as directory:
                path, empty = Path(directory, "socket"), Path(directory, "empty.conf")
                empty.touch()
                command = f'exec "{DAEMON}" --config "{empty}" --source "replay:{TOUR}" --loop --socket "{path}" {closed}'
                process = subprocess.Popen(["/bin/sh", "-c", command], stderr=subprocess.DEVNULL)
                try:
                    deadline = time.monotonic() + LIMIT
                    while ctl("--socket", path, "status").returncode == 3 and time.monotonic() < deadline:
                        time.sleep(0.01)
                    # Nothing of the daemon's own has these numbers; receive() takes JSON only.
                    for word in closed.split():
                        number = {"<&-": 0, ">&-": 1, "2>&-": 2}[word]
                        self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{number}"), "/dev/null")
                    for _ in range(3):
                        with Varlink(path) as connection:
                            self.assertIn("state", connection.call("org.orientationd.Get", {"wait": 5000})["parameters"])
                finally:
                    process.terminate()
                    self.assertEqual(process.wait(LIMIT), 0)

    def test_output_that_cannot_be_written_is_a_failure(self):
        # No sensors are there, which leaves few findings to print.
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        commands = [
            f"{CTL} replay {TOUR}", f"{CTL} --json score {TOUR}", f"{CTL} score {TOUR}", f"{CTL} doctor --root {root.name}",
            f"{CTL} doctor --root {root.name} --json", f"{CTL} completions bash", f"{CTL} --help", f"{CTL} help get", f"{CTL} --version",
            f"{CTL} simulate --script 'portrait 1s' --trace -", f"{DAEMON} --help", f"{DAEMON} --version"]
        for command in commands:
            for closed in [">&-", "<&- >&-", ">/dev/full"]:
                with self.subTest(command=command, closed=closed):
                    result = subprocess.run(["/bin/sh", "-c", f"{command} {closed}"], capture_output=True, text=True)
                    self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
                    self.assertIn("cannot write standard output", result.stderr)

    def test_input_that_is_closed_is_no_recording(self):
        with tempfile.TemporaryDirectory() as directory:
            path, empty = Path(directory, "socket"), Path(directory, "empty.conf")
            empty.touch()
            command = f'exec "{DAEMON}" --config "{empty}" --source - --socket "{path}" <&-'
            process = subprocess.Popen(["/bin/sh", "-c", command], stderr=subprocess.PIPE, text=True)
            try:
                for line in process.stderr:
                    if "listening" in line:
                        break
                self.assertEqual(ctl("--socket", path, "get").returncode, 3)
            finally:
                process.terminate()
                rest = process.communicate(timeout=LIMIT)[1]
            self.assertIn("Bad file descriptor", rest)


class Floods(unittest.TestCase):
    def test_refusals_are_not_said_again_and_again(self):
        with Daemon(source=f"replay:{TOUR}", configuration="[Socket]\nmax-connections = 2\n") as daemon:
            held = [daemon.connect() for _ in range(2)]
            for connection in held:
                connection.call("org.orientationd.Get")
            for _ in range(50):
                with daemon.connect() as refused:
                    self.assertEqual(refused.receive()["error"], "org.orientationd.TooManyConnections")
            for connection in held:
                connection.socket.close()
            self.assertEqual(daemon.output().count("refused a client"), 1, daemon.output())


class SocketFile(unittest.TestCase):
    @unittest.skipUnless(os.geteuid() == 0, "only root gives files to another group")
    def test_mode_and_group_are_as_configured(self):
        with Daemon(source=f"replay:{TOUR}", configuration="[Socket]\nmode = 0660\ngroup = 65533\n") as daemon:
            status = daemon.path.stat()
            self.assertEqual((status.st_mode & 0o777, status.st_gid), (0o660, 65533))

    def test_a_reload_says_what_it_cannot_change(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            daemon.config.write_text("[Socket]\nmode = 0600\n")
            daemon.process.send_signal(signal.SIGHUP)
            daemon.wait_output("[Socket]")


# Does what a shell does with a command in the foreground, and says what becomes of it.
SHELL = """
import os, signal, subprocess, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
def foreground():
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
child = subprocess.Popen(sys.argv[1:], preexec_fn=foreground)
while True:
    _, status = os.waitpid(child.pid, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        break
    os.tcsetpgrp(0, os.getpgrp())
    print("STOPPED", flush=True)
    os.tcsetpgrp(0, child.pid)
    os.kill(child.pid, signal.SIGCONT)
print("ENDED", os.waitstatus_to_exitcode(status), flush=True)
sys.stdin.read(1)
"""


class Page(unittest.TestCase):
    TAKEN, GIVEN_BACK = b"\x1b[?1049h", b"\x1b[?25h\x1b[?1049l"

    def until(self, text):
        """Reads up to and with a text; what follows it is kept."""
        deadline = time.monotonic() + LIMIT
        while text not in self.read:
            self.assertTrue(select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0], self.read)
            self.read += os.read(self.terminal, 65536)
        before, self.read = self.read.split(text, 1)
        return before

    def play(self, keys, rows=24, columns=80):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            self.play_on(keys, [CTL, "--socket", str(daemon.path), "monitor"], b"q quits", rows, columns)

    def play_on(self, keys, command, shown, rows=24, columns=80):
        """Presses keys as soon as the page of a command is shown."""
        pid, self.terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
            os.environ["TERM"] = "xterm"
            os.execvp("python3", ["python3", "-c", SHELL, *command])
        self.read = b""
        try:
            self.until(self.TAKEN)
            self.until(shown)
            keys()
        finally:
            os.close(self.terminal)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def test_every_key_that_ends_it_gives_the_terminal_back(self):
        for key in [b"q", b"\x03", b"\x04", b"\x1c"]:
            with self.subTest(key):
                def keys():
                    os.write(self.terminal, key)
                    self.assertIn(self.GIVEN_BACK, self.until(b"ENDED 0"))
                self.play(keys)

    def test_a_small_page_has_the_name_and_no_line_too_many_or_too_long(self):
        for rows, columns in [(24, 80), (16, 60), (12, 40), (8, 40), (6, 20)]:
            with self.subTest((rows, columns)):
                def keys():
                    page = ""
                    # Until the first reading the page says unknown.
                    while not re.search("portrait", page.split("edge")[0]):
                        self.until(b"\x1b[H")
                        page = self.until(b"q quits").decode()
                        lines = re.sub("\x1b\\[[0-9?]*[A-Za-z]", "", page).replace("\r", "").split("\n")
                        self.assertLessEqual(len(lines), rows)
                        self.assertLessEqual(max(map(len, lines)), columns)
                self.play(keys, rows, columns)

    def test_the_terminal_is_given_back_while_it_is_stopped(self):
        def keys():
            for _ in range(2):
                os.write(self.terminal, b"\x1a")
                self.assertIn(self.GIVEN_BACK, self.until(b"STOPPED"))
                self.until(self.TAKEN)
                self.until(b"q quits")
            os.write(self.terminal, b"q")
            self.assertIn(self.GIVEN_BACK, self.until(b"ENDED 0"))
        self.play(keys)

    @unittest.skipUnless(MAY_MOUNT, "this user may not make a namespace of mounts")
    def test_so_it_is_while_a_simulation_by_keyboard_is_stopped(self):
        def keys():
            settings = termios.tcgetattr(self.terminal)
            for roll in (b"roll 10", b"roll 20"):
                os.write(self.terminal, b"\x1b[C")
                self.until(roll)
                os.write(self.terminal, b"\x1a")
                self.assertIn(self.GIVEN_BACK, self.until(b"STOPPED"))
                self.until(self.TAKEN)
                self.until(roll)
                self.assertEqual(termios.tcgetattr(self.terminal), settings, "keys without Enter")
            os.write(self.terminal, b"q")
            self.assertIn(self.GIVEN_BACK, self.until(b"ENDED 0"))
            self.assertNotEqual(termios.tcgetattr(self.terminal), settings)
        # In the place of the kernel's device there is a pipe that nobody reads.
        script = 'mount -t tmpfs none /dev && mkfifo /dev/uhid && exec "$@"'
        self.play_on(keys, ["unshare", "--mount", "sh", "-c", script, "sh", CTL, "simulate", "--keyboard"], b"roll 0")


class Words(unittest.TestCase):
    def test_the_socket_may_be_named_after_the_command(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            for words in [["get", "--socket", daemon.path], ["get", f"--socket={daemon.path}", "device"]]:
                self.assertEqual(ctl(*words).stdout, "portrait\n")
        self.assertEqual(ctl("get", "--socket").returncode, 2)

    def test_gravity_is_shown_when_it_is_asked_for(self):
        with Daemon("--speed", "max", source=f"replay:{TOUR}") as daemon:
            lines = ctl("--socket", daemon.path, "monitor", "--gravity", "2").stdout.splitlines()
        self.assertIn("gravity", lines[1])
        self.assertEqual({line.index("interface") for line in lines}, {lines[0].index("interface")})

    def test_the_daemon_says_that_it_has_no_sensor(self):
        with Daemon(source="iio:there-is-no-such-sensor") as daemon:
            self.assertIn("no accelerometer", daemon.output())

    def test_what_is_for_recordings_is_refused_without_one(self):
        for words in [["--speed", "2"], ["--loop"], ["--source", "-", "--loop"]]:
            result = subprocess.run([DAEMON, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)
            self.assertEqual(result.returncode, 2)
            self.assertIn(words[-1] if words[-1] == "--loop" else "--speed", result.stderr)

    def test_a_configuration_cannot_garble_the_terminal(self):
        with tempfile.NamedTemporaryFile(suffix=".conf") as file:
            for text in [b"\x1b[2J\n", b"[\x1b[2J]\n", b"\x1b=1\n", b"[Sensor]\nrate=\x1b[2J\n", b"[Sensor]\n\x1b=1\n", b"\xef\xbb\xbf[Sensor]\n"]:
                with self.subTest(text):
                    Path(file.name).write_bytes(text)
                    result = subprocess.run([DAEMON, "--config", file.name, "--check-config"], capture_output=True)
                    self.assertEqual(result.returncode, 1)
                    self.assertTrue(all(byte == 10 or 32 <= byte < 127 for byte in result.stderr), result.stderr)


if __name__ == "__main__":
    unittest.main()
