"""What `--help` and the man pages say: short enough for a screen, and the same."""

import re
import subprocess
import unittest

from harness import CTL, DAEMON, ROOT, ctl

WIDTH = 80
HEIGHT = 24


def documented(text):
    """The options that the source of a man page names: `Fl -one | -other`, `Fl o`."""
    flags = re.findall(r"\bFl ([\w-]+(?: \| -[\w-]+)*)", text)
    return {"-" + name for flag in flags for name in flag.split(" | ")}


def helped(*command):
    """The options that its help names."""
    text = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", text))


def commands():
    return re.findall(r"^  (\w+)  ", ctl("--help").stdout, re.MULTILINE)


class Help(unittest.TestCase):
    def pages(self):
        yield "orientationd", subprocess.run([DAEMON, "--help"], capture_output=True, text=True, check=True).stdout
        yield "orientationctl", ctl("--help").stdout
        for command in commands():
            yield command, ctl(command, "--help").stdout

    def test_each_fits_a_screen(self):
        for name, page in self.pages():
            lines = page.splitlines()
            self.assertGreater(len(lines), 3, name)
            self.assertLessEqual(len(lines), HEIGHT, name)
            self.assertLessEqual(max(map(len, lines)), WIDTH, name + ": " + max(lines, key=len))

    def test_the_daemons_page_has_its_options(self):
        page = (ROOT / "man" / "orientationd.8").read_text()
        self.assertEqual(documented(page) - {"--help"}, helped(DAEMON))

    def test_the_tools_page_has_its_commands_with_their_options(self):
        page = (ROOT / "man" / "orientationctl.1").read_text()
        self.assertLessEqual({"--socket", "--json", "--version"}, documented(page))
        # An entry of a command goes on to the next one.
        entries = re.split(r"^\.It (?=Cm )", page[:page.index(".Sh ENVIRONMENT")], flags=re.MULTILINE)[1:]
        heads = [re.findall(r"(?:^|, )Cm (\w+)", entry.splitlines()[0]) for entry in entries]
        self.assertEqual(sorted(sum(heads, [])), sorted(commands()))
        for names, entry in zip(heads, entries):
            offered = set().union(*(helped(CTL, name) for name in names))
            # --json is every command's; --source is the daemon's, named in an explanation.
            self.assertEqual(documented(entry) - {"--json"}, offered - {"--json", "--source"}, names)


if __name__ == "__main__":
    unittest.main()
