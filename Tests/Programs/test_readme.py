"""The README shows what the tool shows today, and names only what is there."""

import importlib.machinery
import importlib.util
import re
import unittest

from harness import CTL, DAEMON, ROOT, ctl

LOADER = importlib.machinery.SourceFileLoader("pictures", str(ROOT / "Scripts" / "pictures"))
pictures = importlib.util.module_from_spec(importlib.util.spec_from_loader("pictures", LOADER))
LOADER.exec_module(pictures)


def form(lines):
    """Without the numbers, and where a scale points to."""
    return [re.sub(r"[-0-9. ]+", " ", re.sub("[●┴▒─]+", "─", line)).rstrip() for line in lines]


class Readme(unittest.TestCase):
    def test_the_live_page_is_todays(self):
        self.assertEqual(form(pictures.shown_page()), form(pictures.live_page(DAEMON, CTL)), "make pictures")

    def test_the_files_it_names_are_there(self):
        text = (ROOT / "README.md").read_text()
        for path in re.findall(r"\]\(([^):#]+)\)", text) + re.findall(r"`((?:Sources|Tests|docs|config|Scripts|Examples)/[\w./-]*)`", text):
            if "RECORDING" not in path:
                self.assertTrue((ROOT / path).exists(), path)

    def test_the_commands_it_names_are_there(self):
        commands = re.findall(r"^  (\w+)  ", ctl("--help").stdout, re.MULTILINE)
        text = (ROOT / "README.md").read_text()
        for command, options in re.findall(r"^    (?:sudo )?orientationctl (?:--socket \S+ )?(\w+)([^#\n]*)", text, re.MULTILINE):
            self.assertIn(command, commands)
            help_text = ctl(command, "--help").stdout
            for option in re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", options):
                self.assertIn(option, help_text, command)

    def test_it_can_be_read_in_one_go(self):
        self.assertLess(len((ROOT / "README.md").read_text().splitlines()), 220)


if __name__ == "__main__":
    unittest.main()
