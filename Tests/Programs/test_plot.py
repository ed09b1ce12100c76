"""orientationctl plot: pictures of recordings and of the running sensor."""

import os
import tempfile
import unittest
import xml.dom.minidom
from pathlib import Path

from harness import FIXTURES, Daemon, ctl

TOUR = FIXTURES / "tour.csv"


class Plot(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def plot(self, *arguments, name="out.svg", **options):
        path = self.directory / name
        result = ctl("plot", *arguments, "-o", path, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return xml.dom.minidom.parse(str(path)) if name.endswith(".svg") else path.read_bytes()

    def words(self, document):
        return [node.firstChild.data for node in document.getElementsByTagName("text")]

    def test_a_recording_with_its_truth(self):
        document = self.plot(TOUR)
        self.assertEqual(document.documentElement.getAttribute("width"), "1200")
        words = self.words(document)
        for word in ("truth", "portrait", "landscapeLeft", "faceUp", "rolled", "laidFlat"):
            self.assertIn(word, words)

    def test_sizes_and_parts(self):
        document = self.plot(TOUR, "--size", "600x640", "--from", "3", "--to", "4")
        self.assertEqual(document.documentElement.getAttribute("height"), "640")
        self.assertIn("3.4 s", self.words(document))
        for size in ("600", "10x10", "600x", "axb", "600x640x400"):
            self.assertEqual(ctl("plot", TOUR, "--size", size, "-o", self.directory / "a.svg").returncode, 2, size)
        result = ctl("plot", TOUR, "--from", "5000", "-o", self.directory / "a.svg")
        self.assertEqual((result.returncode, result.stderr), (1, "orientationctl: there is no sample between --from and --to\n"))

    def test_the_running_sensor(self):
        with Daemon("--loop", "--speed", "10", source=f"replay:{TOUR}") as daemon:
            path = self.directory / "live.svg"
            result = ctl("--socket", daemon.path, "plot", "--seconds", "1", "-o", path)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("portrait", self.words(xml.dom.minidom.parse(str(path))))

    def test_a_picture_is_made_by_what_is_installed(self):
        converter = self.directory / "rsvg-convert"
        converter.write_text('#!/bin/sh\n[ "$1 $2 $3" = "-f png -o" ] && grep -q "<svg" "$5" && echo made > "$4"\n')
        converter.chmod(0o755)
        path = os.environ["PATH"]
        made = self.plot(TOUR, name="out.png", env={**os.environ, "PATH": f"{self.directory}:{path}"})
        self.assertEqual(made, b"made\n")
        converter.write_text("#!/bin/sh\nexit 3\n")
        result = ctl("plot", TOUR, "-o", self.directory / "b.png", env={**os.environ, "PATH": f"{self.directory}:{path}"})
        self.assertEqual(result.returncode, 1)
        self.assertIn("ended with status 3", result.stderr)
        result = ctl("plot", TOUR, "-o", self.directory / "b.png", env={**os.environ, "PATH": "/nonexistent"})
        self.assertEqual(result.returncode, 1)
        self.assertIn("install librsvg2-bin", result.stderr)

    def test_no_number_in_a_recording_makes_the_picture_large(self):
        first, last = "0,0,-1,0", "40000000,0,-1,0"
        for unit, rows in (("g", ["20000000,1e6,-1,0"]), ("g", ["20000000,0,-1e20,0"]), ("g", ["20000000,1e308,1e308,-1e308"]),
                           ("raw\n# scale: 1e300", ["20000000,1e308,-1e308,0"]), ("g", ["9223372036854775807,0,-1,0"])):
            trace = self.directory / "trace.csv"
            ordered = sorted([first, *rows, last], key=lambda row: int(row.split(",")[0]))
            trace.write_text(f"# unit: {unit}\n# convention: gravity\nt_ns,x,y,z\n" + "\n".join(ordered) + "\n")
            with self.subTest(unit=unit, rows=rows):
                document = self.plot(trace, timeout=60)
                self.assertLess(len(document.getElementsByTagName("line")), 200)
                self.assertNotIn("nan", document.toxml().lower())

    def test_usage(self):
        for arguments in ((), (TOUR,), (TOUR, "-o", "a.gif"), ("-o", "a.svg"), (TOUR, "--seconds", "3", "-o", "a.svg"),
                          (TOUR, "--from", "3", "--to", "2", "-o", "a.svg")):
            self.assertEqual(ctl("plot", *arguments).returncode, 2, arguments)


if __name__ == "__main__":
    unittest.main()
