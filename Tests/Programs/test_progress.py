"""Long work shows how far it is on a terminal, and nothing anywhere else."""

import os
import pty
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import CTL, FIXTURES, LIMIT, ctl

TOUR = FIXTURES / "tour.csv"


class Progress(unittest.TestCase):
    def on_terminal(self, *arguments):
        """What comes on standard output, and what on a terminal as standard error."""
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        process = subprocess.Popen([CTL, *map(str, arguments)], stdout=subprocess.PIPE, stderr=slave, stdin=subprocess.DEVNULL)
        os.close(slave)
        output, seen = process.communicate(timeout=LIMIT * 2)[0], b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            seen += data
        return output.decode(), seen.decode()

    def test_score_says_which_replay_it_is_at_and_takes_it_away(self):
        arguments = ("score", "--turn", "--noise", "0.03", "--gain", "10", "--phases", "4", "--thin", "25", TOUR)
        output, seen = self.on_terminal(*arguments)
        self.assertRegex(seen, r"\rtour \(1 of 1\): replay \d+ of 576\x1b\[K")
        self.assertTrue(seen.endswith("\r\x1b[K"), seen[-40:])
        elsewhere = ctl(*arguments, timeout=LIMIT * 2)
        self.assertEqual((elsewhere.stdout, elsewhere.stderr), (output, ""))

    def test_replay_of_a_large_file(self):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "large.csv"
            with path.open("w") as file:
                file.write("# unit: g\n# convention: gravity\nt_ns,x,y,z\n")
                for start in range(0, 2_000_000, 10_000):
                    file.write("".join(f"{n * 10_000_000},0.01,-0.99,-0.1\n" for n in range(start, start + 10_000)))
            output, seen = self.on_terminal("replay", path)
            self.assertIn("large.csv: at ", seen)
            self.assertTrue(seen.endswith("\r\x1b[K"))
            self.assertIn("portrait", output)


if __name__ == "__main__":
    unittest.main()
