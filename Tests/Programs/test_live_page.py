"""The live page of monitor and explain on terminals of several sizes, with and without Unicode."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

from harness import CTL, FIXTURES, LIMIT, Daemon

TOUR = FIXTURES / "tour.csv"


class Page:
    """A command on a terminal of its own."""

    def __init__(self, daemon, *arguments, columns=80, rows=24, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.columns, self.rows = columns, rows
        self.settings = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [CTL, "--socket", str(daemon.path), *arguments], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", **environment})
        # Open, so that its settings outlive the program.
        self.slave = slave
        self.output = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.slave)
        os.close(self.master)

    def read(self):
        if not select.select([self.master], [], [], 0.1)[0]:
            return
        try:
            self.output += os.read(self.master, 65536)
        except OSError:
            pass

    def pages(self):
        """Whole pages so far, as lists of lines."""
        text = self.output.decode(errors="replace")
        pages = re.findall(r"\x1b\[H(.*?)\x1b\[J", text, re.DOTALL)
        return [re.split(r"\r*\n", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", page)) for page in pages]

    def wait(self, wanted):
        """The first page that matches."""
        deadline = time.monotonic() + LIMIT
        seen = 0
        while time.monotonic() < deadline:
            pages = self.pages()
            for page in pages[seen:]:
                if re.search(wanted, "\n".join(page)):
                    return page
            seen = max(0, len(pages) - 1)
            self.read()
        raise AssertionError(f"never {wanted!r}: {self.pages()[-1:]}")

    def end(self):
        deadline = time.monotonic() + LIMIT
        while self.process.poll() is None and time.monotonic() < deadline:
            self.read()
        self.read()
        return self.process.wait(1)


class LivePage(unittest.TestCase):
    def test_everything_is_on_it_at_every_size(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            for columns, rows in ((80, 24), (40, 12), (120, 40), (40, 24), (20, 6), (10, 3)):
                with self.subTest(columns=columns, rows=rows), Page(daemon, "monitor", columns=columns, rows=rows) as page:
                    lines = page.wait("Hz" if rows > 8 else "portrait|landscape|face")
                    self.assertLessEqual(len(lines), rows)
                    for line in lines:
                        self.assertLessEqual(len(line.rstrip()), columns, line)
                    if rows > 8:
                        self.assertIn("q quits", lines)
                        for word in ("roll", "lean", "▒", "listen", "last changes"):
                            self.assertIn(word, "\n".join(lines))

    def test_a_console_without_unicode_gets_none(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            for environment in ({"LANG": "C"}, {"TERM": "linux"}):
                with self.subTest(environment), Page(daemon, "monitor", **environment) as page:
                    self.assertTrue("\n".join(page.wait("=====")).isascii())

    def test_no_colours_where_they_are_not_wanted(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            with Page(daemon, "monitor", NO_COLOR="1") as page:
                page.wait("Hz")
                self.assertNotIn(b"\x1b[1m", page.output)
            with Page(daemon, "monitor") as page:
                page.wait("Hz")
                self.assertIn(b"\x1b[1m", page.output)

    def test_the_thresholds_are_those_of_the_daemon(self):
        def marks(configuration):
            with Daemon("--loop", source=f"replay:{TOUR}", configuration=configuration) as daemon, Page(daemon, "monitor") as page:
                return [line.count("▒") for line in page.wait("Hz") if line.startswith(("roll", "lean"))]

        usual, wide = marks(""), marks("[Orientation]\nroll-hysteresis = 20\nflat-enter = 70\nflat-leave = 40\n")
        self.assertGreater(wide[0], usual[0] + 5)
        self.assertGreater(wide[1], usual[1] + 5)
        self.assertEqual(marks("[Orientation]\nroll-hysteresis = 0\n")[0], 0)

    def test_others_are_counted_without_this_page(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon, Page(daemon, "monitor") as page:
            page.wait("no other listens")
            with daemon.connect() as other:
                other.send("org.orientationd.Monitor", {}, more=True)
                other.receive()
                page.wait("1 other listens")

    def test_whatever_ends_it_the_terminal_is_as_it_was(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            for command in ("monitor", "explain"):
                for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, None):
                    with self.subTest(command=command, number=number), Page(daemon, command) as page:
                        page.wait("roll")
                        self.assertNotEqual(termios.tcgetattr(page.slave), page.settings)
                        if number is None:
                            os.write(page.master, b"q")
                        else:
                            page.process.send_signal(number)
                        self.assertEqual(page.end(), 0)
                        self.assertTrue(page.output.endswith(b"\x1b[?25h\x1b[?1049l"), page.output[-40:])
                        self.assertEqual(termios.tcgetattr(page.slave), page.settings)

    def test_a_small_terminal_shows_the_answer_first(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon, Page(daemon, "monitor", columns=10, rows=3) as page:
            self.assertEqual(page.wait("portrait")[0], "portrait")

    def test_the_scales_name_their_places(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon, Page(daemon, "monitor") as page:
            lines = page.wait("Hz")
            roll = next(index for index, line in enumerate(lines) if line.startswith("roll"))
            # Each name stands around its tick.
            for name in ("landscapeLeft", "landscapeRight", "upside down"):
                middle = lines[roll + 1].index(name) + len(name) // 2
                self.assertIn("┴", lines[roll][middle - 1:middle + 2], name)
            self.assertRegex(lines[roll + 3], r"upright +flat$")

    def test_the_changes_say_what_changed(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon, Page(daemon, "monitor") as page:
            lines = page.wait("sideChanged")
            self.assertRegex("\n".join(lines), r"s  portrait, landscape now landscapeLeft  \(sideChanged\)")
            self.assertNotIn("released", "\n".join(lines))

    def test_a_terminal_that_cannot_be_drawn_on_gets_lines(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            for command in ("monitor", "explain"):
                with self.subTest(command), Page(daemon, command, TERM="dumb") as page:
                    deadline = time.monotonic() + LIMIT
                    while b"portrait" not in page.output and time.monotonic() < deadline:
                        page.read()
                    self.assertIn(b"portrait", page.output)
                    self.assertNotIn(b"\x1b", page.output)

    def test_explain_in_a_small_terminal_is_short_and_says_so(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon, Page(daemon, "explain", columns=40, rows=12) as page:
            lines = page.wait("not landscapeRight(?s:.)*prints all of it")
            for word in ("portrait", "roll", "lean", "evidence", "not landscapeRight"):
                self.assertIn(word, "\n".join(lines))
            self.assertLessEqual(len(lines), 12)
            self.assertLessEqual(max(map(len, lines)), 40)

    def test_a_daemon_that_is_gone_is_told_and_its_return_too(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon, Page(daemon, "monitor") as page:
            page.wait("Hz")
            daemon.process.kill()
            daemon.process.wait(LIMIT)
            page.wait("the daemon is gone; waiting for it")
            daemon.start()
            page.wait(r"Hz(?s:.)*\(firstReading\)(?s:.)*\(firstReading\)")
            self.assertNotIn("is gone", "\n".join(page.pages()[-1]))
            os.write(page.master, b"q")
            self.assertEqual(page.end(), 0)


if __name__ == "__main__":
    unittest.main()
