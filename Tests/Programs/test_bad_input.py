"""Bad input of every kind: one clear line or a named error, and no effect on anybody else."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import DAEMON, FIXTURES, Daemon, ctl

TOUR = FIXTURES / "tour.csv"


class CommandLines(unittest.TestCase):
    def refused(self, result, status, *words):
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_orientationctl_names_what_is_wrong(self):
        self.refused(ctl("--jsn"), 2, "--jsn", "--json")
        self.refused(ctl(), 2, "no command")
        self.refused(ctl("mointor"), 2, "mointor", "monitor")
        self.refused(ctl("get", "devise"), 2, "devise", "device")
        self.refused(ctl("monitor", "--gravity", "fast"), 2, "--gravity", "fast")
        self.refused(ctl("replay"), 2, "file")
        self.refused(ctl("replay", "--wrong", TOUR), 2, "--wrong")
        self.refused(ctl("replay", "/nonexistent.csv"), 1, "/nonexistent.csv", "No such file")

    def test_no_daemon_is_status_3(self):
        for command in ["get", "monitor", "status"]:
            self.refused(ctl("--socket", "/nonexistent/socket", command), 3, "/nonexistent/socket")

    def test_a_path_that_can_be_no_socket_is_not_answered_with_how_to_start_the_daemon(self):
        for path in ("", "/tmp/" + "x" * 103):
            result = ctl("--socket", path, "get")
            self.refused(result, 3, "of 1 to 107 bytes")
            self.assertNotIn("systemctl", result.stderr)

    def test_a_root_that_is_not_there_is_no_machine_without_sensors(self):
        for root, words in (("/nonexistent", "No such file"), ("/dev/null", "Not a directory")):
            for command in (["doctor"], ["calibrate", TOUR]):
                self.refused(ctl(*command, "--root", root), 1, "--root", root, words)

    def test_no_sensor_is_status_3(self):
        with Daemon(source="iio:there-is-no-such-sensor") as daemon:
            self.refused(ctl("--socket", daemon.path, "get"), 3, "accelerometer")
            self.assertEqual(ctl("--socket", daemon.path, "status").returncode, 0)

    def daemon(self, *arguments, **options):
        return subprocess.run([DAEMON, *map(str, arguments)], capture_output=True, text=True, timeout=30, **options)

    def test_the_daemon_names_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "socket")
            empty = os.path.join(directory, "empty.conf")
            Path(empty).write_text("")
            common = ["--config", empty, "--socket", path]
            self.refused(self.daemon("--sorce", "auto"), 2, "--sorce", "--source")
            self.refused(self.daemon("extra"), 2, "extra")
            self.refused(self.daemon(*common, "--source", "radar"), 2, "radar", "replay:")
            self.refused(self.daemon(*common, "--source", "replay:/nonexistent.csv"), 1, "/nonexistent.csv")
            self.refused(self.daemon(*common, "--source", f"replay:{TOUR}", "--speed", "-1"), 2, "--speed")
            self.refused(self.daemon("--config", "/nonexistent.conf"), 1, "/nonexistent.conf")
            Path(path).write_text("not a socket")
            self.refused(self.daemon(*common, "--source", f"replay:{TOUR}"), 1, path)
            self.assertEqual(Path(path).read_text(), "not a socket")

    def test_a_second_daemon_leaves_the_first_alone(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            second = self.daemon("--config", daemon.config, "--socket", daemon.path, "--source", f"replay:{TOUR}")
            self.refused(second, 1, str(daemon.path))
            self.assertEqual(ctl("--socket", daemon.path, "get").stdout, "portrait\n")

    def test_a_stale_socket_is_replaced(self):
        first = Daemon(source=f"replay:{TOUR}")
        first.wait_ready()
        first.stop(signal.SIGKILL)
        self.assertTrue(first.path.exists())
        second = subprocess.Popen(
            [DAEMON, "--config", first.config, "--socket", first.path, "--source", f"replay:{TOUR}"], stderr=subprocess.PIPE)
        try:
            for line in second.stderr:
                if b"listening" in line:
                    break
            self.assertEqual(ctl("--socket", first.path, "get").stdout, "portrait\n")
        finally:
            second.terminate()
            second.wait(30)
            second.stderr.close()


class Configurations(unittest.TestCase):
    def check(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write(text)
            file.flush()
            return file.name, subprocess.run([DAEMON, "--config", file.name, "--check-config"], capture_output=True, text=True)

    def test_each_fault_has_file_line_and_key(self):
        for text, line, words in [
            ("[Orientation]\nroll-hysteresis = 99\n", 2, ["roll-hysteresis", "99"]),
            ("[Orientation]\nroll-histeresis = 9\n", 2, ["roll-histeresis", "roll-hysteresis"]),
            ("[Orientaton]\n", 1, ["Orientaton", "Orientation"]),
            ("flat-enter = 60\n", 1, ["flat-enter"]),
            ("[Sensor]\nmatrix = 1,0,0;0,1,0;0,1,0\n", 2, ["matrix", "equal"]),
            ("[Socket]\nmax-request = lots\n", 2, ["max-request", "lots"]),
            ("[Orientation]\n\n\nnatural = faceUp\n", 4, ["natural", "faceUp"]),
            ("[Orientation]\nno equals sign\n", 2, ["="]),
        ]:
            with self.subTest(text):
                name, result = self.check(text)
                self.assertEqual(result.returncode, 1)
                self.assertIn(f"{name}:{line}:", result.stderr)
                for word in words:
                    self.assertIn(word, result.stderr)

    def test_what_is_no_file_is_refused_at_once(self):
        with tempfile.TemporaryDirectory() as directory:
            pipe = os.path.join(directory, "pipe")
            os.mkfifo(pipe)
            for path in (pipe, "/dev/zero", directory):
                result = subprocess.run(
                    [DAEMON, "--config", path, "--check-config"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=30)
                self.assertEqual((result.returncode, len(result.stderr.splitlines())), (1, 1), result.stderr)
                self.assertIn(path, result.stderr)
            # How systemd lets people switch a drop-in off.
            os.mkdir(os.path.join(directory, "conf.d"))
            os.symlink("/dev/null", os.path.join(directory, "conf.d", "off.conf"))
            Path(directory, "conf").touch()
            result = subprocess.run([DAEMON, "--config", os.path.join(directory, "conf"), "--check-config"], capture_output=True)
            self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_a_good_file_passes(self):
        name, result = self.check("[Orientation]\nroll-hysteresis = 12\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_reload_takes_a_good_file_and_keeps_on_with_a_bad_one(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            daemon.config.write_text("[Orientation]\nroll-hysteresis = 99\n")
            daemon.process.send_signal(signal.SIGHUP)
            daemon.wait_output("roll-hysteresis")
            daemon.wait_output("keeps")
            self.assertEqual(ctl("--socket", daemon.path, "get").stdout, "portrait\n")
            daemon.config.write_text("[Orientation]\nroll-hysteresis = 12\nnatural = landscapeLeft\n")
            daemon.process.send_signal(signal.SIGHUP)
            daemon.wait_output("configuration reloaded")
            self.assertEqual(ctl("--socket", daemon.path, "get").stdout, "landscapeLeft\n")


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(source=f"replay:{TOUR}", configuration="[Socket]\nmax-request = 4K\nmax-connections = 40\n")
        cls.daemon.wait_ready()

    @classmethod
    def tearDownClass(cls):
        assert cls.daemon.stop() == 0, cls.daemon.output()

    def setUp(self):
        # Somebody else who must not notice anything.
        self.witness = self.daemon.connect()
        self.witness.send("org.orientationd.Monitor", {}, more=True)
        self.witness.receive()

    def tearDown(self):
        self.witness.socket.close()
        self.assertEqual(ctl("--socket", self.daemon.path, "get").stdout, "portrait\n")

    def error(self, method, parameters=None, **flags):
        with self.daemon.connect() as connection:
            reply = connection.call(method, parameters, **flags)
            self.assertIn("error", reply, reply)
            return reply["error"], reply.get("parameters", {})

    def test_each_fault_has_its_named_error(self):
        service = "org.varlink.service."
        self.assertEqual(self.error("org.orientationd.Monitor", {})[0], service + "ExpectedMore")
        name, parameters = self.error("org.orientationd.Nothing")
        self.assertEqual((name, parameters["method"]), (service + "MethodNotFound", "org.orientationd.Nothing"))
        name, parameters = self.error("org.example.Nothing")
        self.assertEqual((name, parameters["interface"]), (service + "InterfaceNotFound", "org.example"))
        for wrong, parameter in [({"wait": "long"}, "wait"), ({"wait": 1.5}, "wait"), ({"weight": 1}, "weight"), ({"wait": -1}, "wait")]:
            with self.subTest(wrong):
                name, parameters = self.error("org.orientationd.Get", wrong)
                self.assertEqual((name, parameters["parameter"]), (service + "InvalidParameter", parameter))
        self.assertEqual(self.error("org.orientationd.EndSubscription")[0], service + "InvalidParameter")
        name, parameters = self.error("org.orientationd.EndSubscription", {"id": "guess"})
        self.assertEqual((name, parameters), ("org.orientationd.NoSuchSubscription", {"id": "guess"}))

    def test_what_is_no_request_is_closed(self):
        for garbage in [b"hello\0", b"[]\0", b"{}\0", b'{"method":1}\0', b"{\0", b'\xff\xfe\0', b"\0", b'{"method":"a"}\0',
                        b'{"method":"org.orientationd.Get","parameters":[]}\0', b"[" * 3000 + b"\0"]:
            with self.subTest(garbage[:30]), self.daemon.connect() as connection:
                connection.send_bytes(garbage)
                last = connection.receive()
                if last is not None:
                    self.assertIn("error", last)
                    connection.socket.shutdown(socket.SHUT_WR)
                    self.assertIsNone(connection.receive())

    def test_a_request_over_the_limit_is_named_and_closed(self):
        with self.daemon.connect() as connection:
            connection.send_bytes(b'{"method":"org.orientationd.Get","parameters":{"x":"' + b"x" * 6000)
            reply = connection.receive()
            self.assertEqual(reply["error"], "org.orientationd.RequestTooLarge")
            self.assertEqual(reply["parameters"]["allowed"], 4096)

    def test_leaving_in_the_middle_harms_nobody(self):
        for part in [b"", b"{", b'{"method":"org.orientationd.Monitor","more":true', b'{"method":"org.orientationd.Get"}\0{"me']:
            connection = self.daemon.connect()
            connection.send_bytes(part)
            connection.socket.close()
        for _ in range(5):
            with self.daemon.connect() as connection:
                connection.send("org.orientationd.Monitor", {}, more=True)

    def test_one_byte_at_a_time_is_a_request_too(self):
        with self.daemon.connect() as connection:
            for byte in b'{"method":"org.orientationd.Get"}\0':
                connection.send_bytes(bytes([byte]))
            self.assertIn("state", connection.receive()["parameters"])

    def test_requests_in_one_go_are_answered_in_order(self):
        with self.daemon.connect() as connection:
            connection.send_bytes(b"".join(
                json.dumps({"method": f"org.orientationd.{name}"}).encode() + b"\0" for name in ["Get", "Nope", "ListSensors"]))
            self.assertIn("state", connection.receive()["parameters"])
            self.assertEqual(connection.receive()["error"], "org.varlink.service.MethodNotFound")
            self.assertIn("sensors", connection.receive()["parameters"])

    def test_a_call_without_reply_gets_none(self):
        with self.daemon.connect() as connection:
            connection.send("org.orientationd.Get", oneway=True)
            self.assertIn("sensors", connection.call("org.orientationd.ListSensors")["parameters"])

    def test_too_many_connections_are_told(self):
        held = []
        try:
            refusal = None
            for _ in range(60):
                connection = self.daemon.connect()
                held.append(connection)
                connection.send("org.orientationd.Get")
                reply = connection.receive()
                if "error" in reply:
                    refusal = reply
                    break
            self.assertIsNotNone(refusal)
            self.assertEqual(refusal["error"], "org.orientationd.TooManyConnections")
        finally:
            for connection in held:
                connection.socket.close()

    def test_a_subscription_is_ended_from_another_connection(self):
        with self.daemon.connect() as connection:
            first = connection.call("org.orientationd.Monitor", {}, more=True)
            identity = first["parameters"]["id"]
            with self.daemon.connect() as other:
                self.assertEqual(other.call("org.orientationd.EndSubscription", {"id": identity}), {"parameters": {}})
                self.assertEqual(other.call("org.orientationd.EndSubscription", {"id": identity})["error"],
                                 "org.orientationd.NoSuchSubscription")
            while (message := connection.receive()).get("continues"):
                pass
            self.assertIn("state", message["parameters"])
            self.assertIn("state", connection.call("org.orientationd.Get")["parameters"], "the connection is free again")

    def test_descriptors_passed_to_us_are_not_kept(self):
        def open_descriptors():
            return len(os.listdir(f"/proc/{self.daemon.process.pid}/fd"))
        with self.daemon.connect() as connection:
            connection.call("org.orientationd.Get")
            before = open_descriptors()
            for _ in range(20):
                socket.send_fds(connection.socket, [b'{"method":"org.orientationd.Get"}\0'], [0, 1, 2])
                connection.receive()
            self.assertEqual(open_descriptors(), before)


if __name__ == "__main__":
    unittest.main()
