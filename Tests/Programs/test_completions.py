"""The completions that shells get are those of the commands, and the shells take them."""

import re
import shutil
import subprocess
import tempfile
import unittest

from harness import LIMIT, ROOT, ctl

FOLDER = ROOT / "completions"


class Completions(unittest.TestCase):
    def test_the_files_are_up_to_date(self):
        for shell in ("bash", "zsh", "fish"):
            text = ctl("completions", shell).stdout
            self.assertEqual((FOLDER / f"orientationctl.{shell}").read_text(), text, "make completions")

    def test_every_option_that_is_offered_is_accepted(self):
        fish = (FOLDER / "orientationctl.fish").read_text()
        offered = re.findall(r"__fish_seen_subcommand_from (\w+)' -(?:l|s) (\S+)", fish)
        self.assertGreater(len(offered), 30)
        for command, name in offered:
            option = f"-{name}" if len(name) == 1 else f"--{name}"
            # An option that stands for the value of another one is not looked at; one that is unknown is named.
            with tempfile.TemporaryDirectory() as directory:
                error = ctl("--socket", "/nonexistent", command, option, "--no-such-option", cwd=directory).stderr
            self.assertNotIn(f"unknown option '{option}'", error, f"{command} {option}")

    def bash(self, *words):
        script = f"""
            source {FOLDER}/orientationctl.bash
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _orientationctl
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        result = subprocess.run(
            ["bash", "-c", script, "bash", "orientationctl", *words], capture_output=True, text=True, timeout=LIMIT, cwd=ROOT)
        self.assertEqual(result.stderr, "")
        return result.stdout.split()

    def test_bash(self):
        self.assertEqual(self.bash("cal"), ["calibrate"])
        self.assertIn("doctor", self.bash(""))
        self.assertEqual(self.bash("--so"), ["--socket"])
        self.assertEqual(self.bash("get", "in"), ["interface"])
        self.assertEqual(self.bash("--socket", "/run/x", "lock", "portraitU"), ["portraitUpsideDown"])
        self.assertEqual(self.bash("record", "--f"), ["--force"])
        self.assertEqual(self.bash("record", "-o", "READ"), ["README.md"])
        self.assertEqual(self.bash("replay", "Tests/Fixtures/tour.c"), ["Tests/Fixtures/tour.csv"])
        self.assertEqual(self.bash("monitor", "--supported", "allB"), ["allButUpsideDown"])
        self.assertEqual(self.bash("monitor", "--gravity", ""), [])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_takes_it(self):
        script = f"autoload -U compinit; compinit -D; source {FOLDER}/orientationctl.zsh; whence -w _orientationctl; print $_comps[orientationctl]"
        result = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((result.stderr, result.stdout.split()), ("", ["_orientationctl:", "function", "_orientationctl"]))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        def complete(line):
            command = ["fish", "--no-config", "-c", f"source {FOLDER}/orientationctl.fish; complete -C '{line}'"]
            result = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, cwd=ROOT)
            self.assertEqual(result.stderr, "")
            return [entry.split("\t")[0] for entry in result.stdout.splitlines()]

        self.assertEqual(complete("orientationctl cal"), ["calibrate"])
        self.assertEqual(complete("orientationctl get in"), ["interface"])
        self.assertEqual(complete("orientationctl record --f"), ["--force"])
        self.assertIn("README.md", complete("orientationctl record -o READ"))

    def test_a_mistyped_name_gets_the_nearest_one(self):
        for arguments, meant in (
            (("calibarte",), "calibrate"), (("doctr",), "doctor"), (("completions", "zhs"), "zsh"), (("plot", "--sise"), "--size"),
            (("lock", "landscpe"), "landscape"), (("get", "devise"), "device"), (("--sokcet", "x"), "--socket"),
            (("monitor", "--supported", "portriat"), "portrait"),
        ):
            result = ctl(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(f"did you mean '{meant}'?", result.stderr)
        result = ctl("completions", "powershell")
        self.assertEqual((result.returncode, result.stderr), (2, "orientationctl: 'powershell' is not one of bash, zsh, fish\n"))


class Help(unittest.TestCase):
    def test_every_command_has_help_with_an_example(self):
        commands = re.findall(r"^  (\w+) ", ctl("--help").stdout, re.MULTILINE)
        self.assertIn("completions", commands)
        for command in commands:
            result = ctl(command, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn(f"Usage: orientationctl {command}", result.stdout)
            self.assertRegex(result.stdout, rf"Example: .*orientationctl.*{command}", command)


if __name__ == "__main__":
    unittest.main()
