"""A mistyped name is answered with the names there are and the nearest, wherever one is given; help says it all."""

import unittest

from harness import FIXTURES, Daemon, ctl

TOUR = FIXTURES / "tour.csv"


class Names(unittest.TestCase):
    def test_the_nearest_is_suggested(self):
        for arguments, reason in (
            (("moniter",), "did you mean 'monitor'?"),
            (("help", "moniter"), "did you mean 'monitor'?"),
            (("get", "devise"), "'devise' is not one of device, interface, edge; did you mean 'device'?"),
            (("lock", "portait"), "did you mean 'portrait'?"),
            (("rotate", "landscapeleft"), "did you mean 'landscapeLeft'?"),
            (("monitor", "--supported", "landscape,al"), "did you mean 'all'?"),
            (("monitor", "--suported", "all"), "did you mean '--supported'?"),
            (("present", "--backend", "wayland"), "'wayland' is not one of sway, wlroots, hyprland, kde, x11"),
            (("present", "--backend", "hyperland"), "did you mean 'hyprland'?"),
            (("simulate", "--script", "portrait 1s; rol 3deg 1s"), "statement 2: 'rol' is not one of"),
            (("simulate", "--script", "portrait 1s; rol 3deg 1s"), "did you mean 'roll'?"),
            (("simulate", "--fault", "unplugg@3"), "did you mean 'unplug'?"),
            (("completions", "bsh"), "did you mean 'bash'?"),
            (("completions", "zsh", "fish"), "one shell at a time: 'fish' is one too many"),
        ):
            with self.subTest(arguments):
                result = ctl(*arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(reason, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_help_of_a_command_in_either_order(self):
        self.assertEqual(ctl("help", "plot").stdout, ctl("plot", "--help").stdout)
        self.assertEqual(ctl("help").stdout, ctl("--help").stdout)

    def test_a_subscription_that_is_not_there_is_named(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            result = ctl("--socket", daemon.path, "lock", "--id", "99")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "orientationctl: there is no subscription '99': it has ended, or never was\n")

    def test_a_sensor_that_nobody_needs_is_off_and_not_broken(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            text = ctl("--socket", daemon.path, "status").stdout
            self.assertIn("device     unknown (the sensor is off, since nobody is subscribed)", text)

    def test_what_to_do_without_a_daemon(self):
        result = ctl("--socket", "/nonexistent/socket", "get")
        self.assertEqual(result.returncode, 3)
        self.assertIn("systemctl start orientationd.socket", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
