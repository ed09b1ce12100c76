"""A recording says the same offline and through the daemon, every time."""

import json
import unittest

from harness import FIXTURES, SHARED_TRACES, Daemon, ctl, follow, reduced, replay


def recordings():
    traces = sorted(p for p in SHARED_TRACES.glob("*.csv") if "truth" not in p.name)
    if not traces:
        print("SKIPPED: no shared recordings beside the project; only the bundled ones are tested")
    return sorted(p for p in FIXTURES.glob("*.csv") if "truth" not in p.name) + traces


class Recordings(unittest.TestCase):
    def test_offline_replay_is_the_same_twice_to_the_byte(self):
        for path in recordings():
            with self.subTest(path.name):
                first, second = ctl("replay", "--json", path), ctl("replay", "--json", path)
                self.assertEqual(first.returncode, 0, first.stderr)
                self.assertEqual(first.stderr, "")
                self.assertTrue(first.stdout)
                self.assertEqual(first.stdout, second.stdout)

    def test_the_known_situations_make_their_events(self):
        files = sorted(FIXTURES.glob("*.events"))
        self.assertGreater(len(files), 10)
        for file in files:
            with self.subTest(file.stem):
                events = [tuple(line.split()) for line in file.read_text().splitlines()]
                states = [reduced(state, "t_ns") for state in replay(file.with_suffix(".csv"))]
                self.assertEqual([tuple(map(str, state)) for state in states], events)

    def test_a_subscriber_gets_what_the_offline_replay_prints(self):
        for path in recordings():
            with self.subTest(path.name), Daemon("--speed", "max", source=f"replay:{path}") as daemon:
                offline = [reduced(state, "t_ns") for state in replay(path)]
                self.assertEqual([reduced(state, "timestamp") for state in follow(daemon)], offline)
                self.assertEqual([reduced(state, "timestamp") for state in follow(daemon)], offline, "the second time too")

    def test_speed_changes_nothing(self):
        path = FIXTURES / "tour.csv"
        offline = [reduced(state, "t_ns") for state in replay(path)]
        with Daemon("--speed", "50", source=f"replay:{path}") as daemon:
            self.assertEqual([reduced(state, "timestamp") for state in follow(daemon)], offline)

    def test_standard_input_says_the_same(self):
        path = FIXTURES / "tour.csv"
        offline = [reduced(state, "t_ns") for state in replay(path)]
        with open(path, "rb") as trace, Daemon(source="-", stdin=trace) as daemon:
            states = follow(daemon)
            # Taken as it comes: a reader that is slow, on a busy machine, may miss some, and is told how many.
            self.assertEqual(len(states) + sum(state["missed"] for state in states), len(offline))
            remaining = iter(offline)
            for state in states:
                self.assertIn(reduced(state, "timestamp"), remaining, "in the order of the replay")

    def test_the_bundled_recording_shows_the_orientations(self):
        devices = [state["device"] for state in replay(FIXTURES / "tour.csv")]
        self.assertGreaterEqual(len(set(devices) - {"unknown"}), 5, devices)
        self.assertEqual(devices[-1], "unknown")

    def test_loop_goes_on_in_time(self):
        path = FIXTURES / "tour.csv"
        with Daemon("--speed", "max", "--loop", source=f"replay:{path}") as daemon, daemon.connect() as connection:
            connection.send("org.orientationd.Monitor", {}, more=True)
            states = []
            while len(states) < 60:
                state = connection.receive()["parameters"]["state"]
                states.append(state)
            times = [state["timestamp"] for state in states[1:]]
            self.assertEqual(times, sorted(times))
            self.assertNotIn("ended", [state["reason"] for state in states])
            sequences = [state["sequence"] for state in states]
            self.assertEqual(sequences, list(range(sequences[0], sequences[0] + len(sequences))))
            self.assertEqual({state["missed"] for state in states}, {0}, "at maximal speed nobody misses anything")


class MonitorCommand(unittest.TestCase):
    def test_json_lines_are_the_states(self):
        path = FIXTURES / "tour.csv"
        with Daemon("--speed", "max", source=f"replay:{path}") as daemon:
            result = ctl("--socket", daemon.path, "monitor", "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            states = [json.loads(line) for line in result.stdout.splitlines()]
            self.assertEqual(
                [reduced(state, "timestamp") for state in states[1:]], [reduced(state, "t_ns") for state in replay(path)])
            for state in states:
                for key in ("sequence", "timestamp", "device", "edge", "landscape", "interface", "reason", "confidence",
                            "roll", "lean", "gravity", "generating", "missed"):
                    self.assertIn(key, state)

    def test_plain_lines_and_the_hook(self):
        path = FIXTURES / "tour.csv"
        with Daemon("--speed", "max", source=f"replay:{path}") as daemon:
            out = daemon.directory / "hook"
            hook = (
                'echo "$ORIENTATION_DEVICE $ORIENTATION_EDGE $ORIENTATION_INTERFACE $ORIENTATION_LANDSCAPE '
                f'$ORIENTATION_ANGLE $ORIENTATION_TRANSFORM $ORIENTATION_REASON" >>{out}')
            result = ctl("--socket", daemon.path, "monitor", "--exec", hook)
            self.assertEqual(result.returncode, 0, result.stderr)
            lines = out.read_text().splitlines()
            self.assertEqual([line.split()[0] for line in lines][-1], "unknown")
            self.assertEqual(lines[0].split()[0], "portrait", "it is not run before anything is known")
            self.assertIn("landscapeLeft landscapeLeft landscapeRight landscapeLeft 90 270 rolled", lines)
            self.assertIn("landscapeRight", result.stdout)

    def test_get_prints_the_name_and_nothing_else(self):
        path = FIXTURES / "tour.csv"
        with Daemon(source=f"replay:{path}") as daemon:
            self.assertEqual(ctl("--socket", daemon.path, "get").stdout, "portrait\n")
            self.assertEqual(ctl("--socket", daemon.path, "get", "edge").stdout, "portrait\n")
            self.assertEqual(ctl("--socket", daemon.path, "get", "interface").stdout, "portrait\n")
            status = ctl("--socket", daemon.path, "status")
            self.assertEqual(status.returncode, 0, status.stderr)
            self.assertIn("tour.csv", status.stdout)


if __name__ == "__main__":
    unittest.main()
