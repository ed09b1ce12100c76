"""A recording as fast as it goes waits for its subscribers; what people do to the interface meanwhile does not."""

import unittest

from harness import FIXTURES, Daemon


class Rush(unittest.TestCase):
    def test_a_reader_that_rests_keeps_its_subscription(self):
        with Daemon("--speed", "max", "--loop", source=f"replay:{FIXTURES / 'tour.csv'}") as daemon:
            with daemon.connect() as slow, daemon.connect() as control:
                slow.send("org.orientationd.Monitor", {}, more=True)
                for index in range(300):
                    orientation = "portrait" if index % 2 else "landscapeLeft"
                    self.assertNotIn("error", control.call("org.orientationd.Rotate", {"orientation": orientation}))
                control.call("org.orientationd.Lock", {"orientation": "portraitUpsideDown"})
                sequence, interface = 0, None
                while interface != "portraitUpsideDown":
                    message = slow.receive()
                    self.assertIsNotNone(message, "the subscription ended")
                    state = message["parameters"]["state"]
                    self.assertGreaterEqual(state["sequence"], sequence)
                    sequence, interface = state["sequence"], state["interface"]


if __name__ == "__main__":
    unittest.main()
