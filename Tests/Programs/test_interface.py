"""The interface orientation over the socket: masks, locks, turning by hand, presenters, rights."""

import json
import os
import subprocess
import time
import unittest

import varlink
from harness import CTL, IS_TRANSLATED, LIMIT, Daemon, Varlink, ctl

SERVICE = "org.varlink.service."
OURS = "org.orientationd."
POSES = {
    "portrait": (0, -1, 0), "landscapeLeft": (-1, 0, 0), "landscapeRight": (1, 0, 0), "portraitUpsideDown": (0, 1, 0),
    "faceUp": (0, 0, -1), "faceDown": (0, 0, 1),
}


class Held(Daemon):
    """A daemon whose device is held in the hand of the test: poses go in through standard input."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, source="-", stdin=subprocess.PIPE, **options)
        os.chmod(self.directory, 0o755)  # for other users
        self.begin()

    def kill_and_start_again(self):
        self.process.stdin.close()
        super().kill_and_start_again(subprocess.PIPE)
        self.begin()

    def begin(self):
        self.time = 0
        self.write("# unit: g\n# convention: gravity\n# rate_hz: 50\nt_ns,x,y,z\n")

    def write(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def hold(self, pose):
        """A second of it."""
        x, y, z = POSES[pose]
        rows = []
        for _ in range(50):
            self.time += 20_000_000
            rows.append(f"{self.time},{x},{y},{z}\n")
        self.write("".join(rows))

    def stop(self, *arguments):
        code = super().stop(*arguments)
        self.process.stdin.close()
        return code

    def call(self, method, **parameters):
        with self.connect() as connection:
            return connection.call(OURS + method, parameters)

    def subscribe(self, **parameters):
        # Who takes part is told of each change of interface twice.
        return Subscriber(self.path, **{"role": "observer", **parameters})


class Subscriber:
    def __init__(self, path, **parameters):
        self.connection = Varlink(path)
        self.connection.send(OURS + "Monitor", parameters, more=True)
        first = self.connection.receive()
        if "error" in first:
            self.connection.socket.close()
            raise Refused(first["error"], first["parameters"])
        self.id = first["parameters"]["id"]
        self.state = first["parameters"]["state"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.socket.close()

    def next(self):
        self.state = self.connection.receive()["parameters"]["state"]
        return self.state

    def until(self, **expected):
        """The first state from now on with these values."""
        while True:
            state = self.next()
            if all(state[key] == value for key, value in expected.items()):
                return state


class Refused(Exception):
    def __init__(self, error, parameters):
        super().__init__(error, parameters)
        self.error, self.parameters = error, parameters


class Watching(unittest.TestCase):
    def test_who_takes_no_part_is_told_once_when_the_device_turns(self):
        with Held() as daemon, daemon.connect() as watcher, daemon.subscribe() as other:
            watcher.send(OURS + "Monitor", {}, more=True)
            watcher.receive()
            daemon.hold("portrait")
            daemon.hold("landscapeLeft")
            other.until(phase="did")
            states = []
            while not states or states[-1]["device"] != "landscapeLeft":
                states.append(watcher.receive()["parameters"]["state"])
            self.assertEqual((states[-1]["phase"], states[-1]["change"]), (None, other.state["change"]))
            self.assertEqual(states[-1]["turn"]["step"], 90)
            # A turn by hand is a change of its own, told twice to all.
            self.assertEqual(daemon.call("Rotate", orientation="portrait"), {"parameters": {}})
            for phase in ("will", "did"):
                self.assertEqual(watcher.receive()["parameters"]["state"]["phase"], phase)


class Changes(unittest.TestCase):
    def test_a_change_is_told_before_and_after_with_its_turn(self):
        with Held() as daemon, daemon.subscribe() as client:
            daemon.hold("portrait")
            client.until(device="portrait")
            daemon.hold("landscapeLeft")
            will = client.until(device="landscapeLeft")
            did = client.next()
            for state in (will, did):
                self.assertEqual((state["interface"], state["sessionInterface"]), ("landscapeRight", "landscapeRight"))
                self.assertEqual(
                    state["turn"],
                    {"from": "portrait", "angle": 90, "step": 90, "transform": "270", "swapsSize": True})
            self.assertEqual([will["phase"], did["phase"]], ["will", "did"])
            self.assertEqual(will["change"], did["change"])
            self.assertEqual(will["sequence"], did["sequence"])

    def test_a_client_forbids_for_itself_what_still_reaches_the_others(self):
        with Held() as daemon, daemon.subscribe(supported=["portrait"]) as upright, daemon.subscribe() as free:
            daemon.hold("landscapeLeft")
            for client, own in ((upright, "portrait"), (free, "landscapeRight")):
                state = client.until(device="landscapeLeft")
                self.assertEqual((state["interface"], state["sessionInterface"]), (own, "landscapeRight"))
            self.assertEqual(upright.state["turn"]["step"], 0)
            self.assertEqual(upright.state["sessionTurn"]["step"], 90)
            self.assertEqual(daemon.call("Get")["parameters"]["state"]["interface"], "landscapeRight")

    def test_a_presented_client_turns_the_session_and_takes_that_back_by_dying(self):
        with Held() as daemon, daemon.subscribe() as other:
            self.assertEqual(daemon.call("SetSession", supported=["portrait"]), {"parameters": {}})
            player = daemon.subscribe(supported=["landscape"], preferred="landscapeRight", presented=True)
            self.assertEqual(other.until(phase="did")["sessionInterface"], "landscapeRight")
            self.assertEqual(player.until(phase="did")["interface"], "landscapeRight")
            player.connection.socket.close()
            self.assertEqual(other.until(phase="did")["sessionInterface"], "portrait")

    def test_masks_change_while_subscribed(self):
        with Held() as daemon, daemon.subscribe() as client:
            daemon.call("SetSupported", supported=["landscapeLeft", "portraitUpsideDown"], id=client.id)
            self.assertEqual(client.until(phase="did")["interface"], "portraitUpsideDown")
            self.assertEqual(client.state["sessionInterface"], "portrait")
            daemon.call("SetPreferred", preferred="landscapeLeft", id=client.id)
            daemon.call("SetSupported", supported=["landscapeLeft"], id=client.id)
            self.assertEqual(client.until(phase="did")["interface"], "landscapeLeft")
            daemon.call("SetSupported", supported=["landscape"])
            self.assertEqual(client.until(phase="did")["sessionInterface"], "landscapeRight")


class ByHand(unittest.TestCase):
    def test_locked_the_device_is_still_reported_and_unlocking_follows_at_once(self):
        with Held() as daemon, daemon.subscribe() as client:
            daemon.hold("portrait")
            client.until(device="portrait")
            self.assertEqual(daemon.call("Lock"), {"parameters": {}})
            self.assertEqual(daemon.call("Status")["parameters"]["lock"], "portrait")
            daemon.hold("landscapeRight")
            state = client.until(device="landscapeRight")
            self.assertEqual((state["interface"], state["phase"]), ("portrait", None))
            daemon.call("Unlock")
            self.assertEqual(client.next()["interface"], "landscapeLeft")
            self.assertEqual(client.state["phase"], "will")

    def test_lock_silences_device(self):
        with Held(configuration="[Interface]\nlock = landscapeLeft\nlock-silences-device = yes\n") as daemon:
            with daemon.subscribe() as client:
                daemon.hold("portrait")
                self.assertEqual(client.until(device="portrait")["interface"], "landscapeLeft")
                daemon.hold("landscapeRight")
                daemon.hold("portraitUpsideDown")
                self.wait_samples(daemon, 150)
                daemon.call("Unlock")
                state = client.next()
                self.assertEqual((state["device"], state["interface"]), ("portraitUpsideDown", "portraitUpsideDown"))

    def wait_samples(self, daemon, count):
        deadline = time.monotonic() + 30
        while daemon.call("Status")["parameters"]["samples"] < count:
            self.assertLess(time.monotonic(), deadline)

    def test_rotate_by_hand_then_the_device_is_followed_again(self):
        with Held() as daemon, daemon.subscribe() as client, daemon.subscribe() as other:
            daemon.hold("portrait")
            client.until(device="portrait")
            daemon.call("Rotate", orientation="landscape")
            self.assertEqual(client.until(phase="did")["interface"], "landscapeRight")
            daemon.call("Rotate", orientation="landscapeLeft", id=client.id)
            self.assertEqual(client.until(phase="did")["turn"]["step"], 180)
            self.assertEqual(client.state["sessionInterface"], "landscapeRight")
            daemon.hold("portraitUpsideDown")
            self.assertEqual(client.until(phase="did")["interface"], "portraitUpsideDown")
            self.assertEqual(other.until(device="portraitUpsideDown")["turn"]["step"], 90)

    def test_to_where_it_is_already_only_with_force(self):
        with Held() as daemon, daemon.subscribe() as client:
            daemon.call("Rotate", orientation="portrait")
            daemon.call("Rotate", orientation="portrait", force=True)
            will, did = client.next(), client.next()
            self.assertEqual((will["change"], did["change"]), (1, 1))
            self.assertEqual(did["turn"]["step"], 0)

    def test_only_by_hand(self):
        with Held() as daemon, daemon.subscribe(autorotate=False) as player:
            daemon.hold("landscapeLeft")
            self.assertEqual(player.until(device="landscapeLeft")["interface"], "portrait")
            daemon.call("Rotate", orientation="landscapeLeft", id=player.id)
            self.assertEqual(player.until(phase="did", interface="landscapeLeft")["sessionInterface"], "landscapeRight")


class Presenters(unittest.TestCase):
    def test_did_waits_for_the_presenter(self):
        with Held() as daemon, daemon.subscribe() as client, daemon.subscribe(role="presenter") as presenter:
            self.assertEqual(daemon.call("Status")["parameters"]["presenter"], os.getpid())
            daemon.call("Rotate", orientation="landscapeLeft")
            self.assertEqual(client.next()["phase"], "will")
            change = presenter.next()["change"]
            # Whoever asks now gets the will, and will get the did.
            with daemon.subscribe() as late:
                self.assertEqual((late.state["phase"], late.state["change"]), ("will", change))
                self.assertEqual(daemon.call("TurnDone", change=change, id=presenter.id), {"parameters": {}})
                for subscriber in (client, presenter, late):
                    self.assertEqual((subscriber.next()["phase"], subscriber.state["change"]), ("did", change))

    def test_one_that_never_answers_is_waited_for_one_second(self):
        with Held() as daemon, daemon.subscribe(role="presenter") as presenter:
            start = time.monotonic()
            daemon.call("Rotate", orientation="landscapeLeft")
            self.assertEqual(presenter.next()["phase"], "will")
            self.assertEqual(presenter.next()["phase"], "did")
            self.assertGreaterEqual(time.monotonic() - start, 1)
            self.assertIn(f"presenter (pid {os.getpid()}) has not answered", daemon.output())
            self.assertEqual(daemon.call("TurnDone", change=1), {"parameters": {}})

    def test_who_may_answer_and_what(self):
        with Held() as daemon, daemon.subscribe() as client:
            self.assertEqual(daemon.call("TurnDone", change=1)["error"], SERVICE + "PermissionDenied")
            with daemon.subscribe(role="presenter") as presenter:
                self.assertEqual(daemon.call("TurnDone", change=1, id=client.id)["error"], SERVICE + "PermissionDenied")
                self.assertEqual(
                    daemon.call("TurnDone", change=7, id=presenter.id),
                    {"error": SERVICE + "InvalidParameter", "parameters": {"parameter": "change"}})
                with self.assertRaises(Refused) as second:
                    daemon.subscribe(role="presenter")
                self.assertEqual(second.exception.error, OURS + "PresenterTaken")


class BadWishes(unittest.TestCase):
    def refused(self, reply, error, **parameters):
        self.assertEqual(reply, {"error": error, "parameters": parameters})

    def test_each_has_its_named_error_with_the_masks(self):
        with Held(configuration="[Interface]\nsupported = allButUpsideDown\n") as daemon, daemon.subscribe() as client:
            masks = {"system": ["allButUpsideDown"], "session": ["all"]}
            for supported in ([], ["portraitUpsideDown"]):
                with self.assertRaises(Refused) as refused:
                    daemon.subscribe(supported=supported)
                self.assertEqual(refused.exception.error, OURS + "NoCommonOrientation")
                self.assertEqual(refused.exception.parameters, {**masks, "client": supported})
            self.refused(
                daemon.call("SetSupported", supported=["portrait", "sideways"], id=client.id),
                SERVICE + "InvalidParameter", parameter="supported[1]")
            self.refused(
                daemon.call("SetSession", supported=["landscape"], preferred="portrait"), OURS + "InvalidInterfaceOrientation",
                orientation="portrait", system=["allButUpsideDown"], session=["landscape"], client=None)
            self.refused(
                daemon.call("Rotate", orientation="portraitUpsideDown"), OURS + "InvalidInterfaceOrientation",
                orientation="portraitUpsideDown", client=None, **masks)
            self.refused(
                daemon.call("Lock", orientation="portraitUpsideDown", id=client.id), OURS + "InvalidInterfaceOrientation",
                orientation="portraitUpsideDown", client=["all"], **masks)
            with self.assertRaises(Refused) as refused:
                daemon.subscribe(supported=["landscape"], preferred="portrait")
            self.assertEqual(refused.exception.error, OURS + "InvalidInterfaceOrientation")
            self.refused(daemon.call("Rotate", orientation="unknown"), SERVICE + "InvalidParameter", parameter="orientation")
            self.refused(daemon.call("Rotate"), SERVICE + "InvalidParameter", parameter="orientation")
            self.refused(daemon.call("Unlock", id="none"), OURS + "NoSuchSubscription", id="none")
            status = daemon.call("Status")["parameters"]
            self.assertEqual((status["subscribers"], status["state"]["interface"], status["lock"]), (1, "portrait", None))


class Commands(unittest.TestCase):
    def run_ctl(self, daemon, *arguments, status=0):
        result = ctl("--socket", daemon.path, *arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout + result.stderr

    def test_lock_unlock_rotate(self):
        with Held() as daemon, daemon.subscribe() as client:
            self.assertEqual(self.run_ctl(daemon, "lock", "landscape"), "")
            self.assertEqual(client.until(phase="did")["interface"], "landscapeRight")
            self.assertIn("locked to landscapeRight", self.run_ctl(daemon, "status"))
            daemon.hold("portrait")
            self.assertEqual(client.until(device="portrait")["interface"], "landscapeRight")
            self.run_ctl(daemon, "unlock")
            self.assertEqual(client.until(phase="did")["interface"], "portrait")
            self.run_ctl(daemon, "rotate", "landscapeLeft", "--id", client.id)
            self.assertEqual(client.until(phase="did")["interface"], "landscapeLeft")
            self.assertEqual(client.state["sessionInterface"], "portrait")
            self.run_ctl(daemon, "rotate", "portrait", "--force")
            self.assertEqual(client.until(phase="did")["sessionTurn"]["step"], 0)

    def test_what_is_wrong_is_said(self):
        with Held(configuration="[Interface]\nsupported = portrait landscape\n") as daemon:
            self.assertIn("did you mean 'portrait'", self.run_ctl(daemon, "rotate", "potrait", status=2))
            self.assertIn("landscape", self.run_ctl(daemon, "rotate", status=2))
            self.assertIn("no orientation", self.run_ctl(daemon, "unlock", "portrait", status=2))
            self.assertIn("'sideways' is not one of", self.run_ctl(daemon, "monitor", "--supported", "sideways", status=2))
            for command in ("rotate", "lock"):
                self.assertEqual(
                    self.run_ctl(daemon, command, "portraitUpsideDown", status=1),
                    "orientationctl: portraitUpsideDown cannot be shown; the configuration allows allButUpsideDown, "
                    "the session allows all\n")
            self.assertEqual(
                self.run_ctl(daemon, "monitor", "--supported", "portraitUpsideDown", status=1),
                "orientationctl: no orientation is allowed by all; the configuration allows allButUpsideDown, "
                "the session allows all, this subscription allows portraitUpsideDown\n")
            with daemon.subscribe(role="presenter"):
                self.assertIn("another program turns the screen already", self.run_ctl(daemon, "present", "--exec", "true", status=1))

    def test_monitor_shows_both_times_to_who_takes_part_and_each_change_once_to_others(self):
        with Held() as daemon:
            for options, phases in ((["--supported", "landscape,portrait"], ["will", "did"]), ([], ["will"])):
                command = [CTL, "--socket", str(daemon.path), "monitor", "--json", *options]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as monitor:
                    json.loads(monitor.stdout.readline())
                    daemon.call("Rotate", orientation="landscape", force=True)
                    daemon.call("Rotate", orientation="portrait", force=True)
                    states = [json.loads(monitor.stdout.readline()) for _ in range(2 * len(phases))]
                    monitor.terminate()
                    monitor.wait(LIMIT)
                self.assertEqual([state["phase"] for state in states], phases * 2)

    def test_monitor_shows_no_second_time_when_the_device_goes_on_while_the_screen_turns(self):
        with Held() as daemon, daemon.subscribe(role="presenter") as presenter, daemon.subscribe() as client:
            command = [CTL, "--socket", str(daemon.path), "monitor", "--json"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as monitor:
                json.loads(monitor.stdout.readline())
                daemon.call("Rotate", orientation="portraitUpsideDown")
                change = client.until(phase="will")["change"]
                daemon.hold("landscapeLeft")
                client.until(device="landscapeLeft")
                daemon.call("TurnDone", change=change, id=presenter.id)
                client.until(phase="will", interface="landscapeRight")
                states = [json.loads(monitor.stdout.readline())]
                while states[-1]["interface"] != "landscapeRight":
                    states.append(json.loads(monitor.stdout.readline()))
                monitor.terminate()
                monitor.wait(LIMIT)
            self.assertNotIn("did", [state["phase"] for state in states])

    def test_the_program_of_the_page_for_application_writers_runs(self):
        """docs/applications.md, with the player's button pressed once."""
        with Held() as daemon:
            client = varlink.Client.new_with_address(f"unix:{daemon.path}")
            shown = []
            with client.open("org.orientationd") as events, client.open("org.orientationd") as calls:
                for reply in events.Monitor(supported=["all"], autorotate=False, _more=True):
                    if "id" in reply and reply["id"]:
                        calls.Rotate(orientation="landscape", id=reply["id"])
                    shown.append(reply["state"]["interface"])
                    if reply["state"].get("phase") == "did":
                        break
            self.assertEqual(shown, ["portrait", "landscapeRight", "landscapeRight"])


@unittest.skipUnless(os.geteuid() == 0, "only root can be other users")
class Rights(unittest.TestCase):
    """Other users: children that have given up root."""

    NOBODY = 65534

    def as_user(self, code, path, user=NOBODY, groups=()):
        """What `code` prints as JSON when `user` runs it with `call(method, **parameters)` and `Subscriber`."""
        script = f"""
import json, os, sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
sys.dont_write_bytecode = True
from test_interface import OURS, Refused, Subscriber, Varlink
os.setgroups({list(groups)!r}); os.setgid({user}); os.setuid({user})
def call(method, **parameters):
    with Varlink({str(path)!r}) as connection:
        reply = connection.call(OURS + method, parameters)
    return reply.get("error", reply["parameters"])
def subscribe(**parameters):
    try:
        return Subscriber({str(path)!r}, **parameters)
    except Refused as refused:
        return refused.error
print(json.dumps({code}))
"""
        result = subprocess.run(
            [os.sys.executable, "-B", "-c", script], capture_output=True, text=True, timeout=30, env=dict(os.environ))
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    DENIED = SERVICE + "PermissionDenied"

    def test_the_session_needs_rights_and_ones_own_interface_none(self):
        with Held() as daemon, daemon.subscribe() as ours:
            for call in (
                "'Rotate', orientation='landscape'", "'Lock'", "'Unlock'", "'SetSession'", "'SetSupported', supported=['all']",
                "'SetPreferred', preferred='portrait'", "'TurnDone', change=1",
            ):
                self.assertEqual(self.as_user(f"call({call})", daemon.path), self.DENIED, call)
            for wish in ("presented=True", "role='presenter'", "gravity=10"):
                self.assertEqual(self.as_user(f"subscribe({wish})", daemon.path), self.DENIED, wish)
            own = "(lambda s: [call('Rotate', orientation='landscapeLeft', id=s.id), s.next()['interface'], call('Lock', id=s.id)])"
            self.assertEqual(self.as_user(f"{own}(subscribe())", daemon.path), [{}, "landscapeLeft", {}])
            self.assertEqual(
                self.as_user(f"call('Lock', id={ours.id!r})", daemon.path), OURS + "NoSuchSubscription",
                "an id is good for the same user only")

    def test_the_user_of_the_session_in_the_foreground_may(self):
        """As logind writes it down, in a mount namespace with a /run of its own."""
        seat = "# This is private data. Do not parse.\\nIS_SEAT0=1\\nACTIVE=c1\\nACTIVE_UID=65534\\n"
        namespace = ["unshare", "--mount", "sh", "-c",
                     f"mount -t tmpfs run /run && mkdir -p /run/systemd/seats && printf '{seat}' >/run/systemd/seats/seat0 && exec \"$@\"",
                     "sh"]
        if subprocess.run([*namespace, "true"], capture_output=True).returncode != 0:
            print("SKIPPED: no mount namespaces here", file=os.sys.stderr)
            self.skipTest("no mount namespaces here")
        with Held(within=namespace) as daemon:
            code = "call('Rotate', orientation='landscapeLeft')"
            self.assertEqual(self.as_user(code, daemon.path), {})
            self.assertEqual(self.as_user(code, daemon.path, user=4712), self.DENIED)

    @unittest.skipIf(IS_TRANSLATED, "QEMU does not tell of a peer's supplementary groups")
    def test_the_group_may_also_as_a_supplementary_one(self):
        with Held(configuration="[Socket]\ngroup = 4711\n") as daemon:
            code = "call('Rotate', orientation='landscapeLeft')"
            self.assertEqual(self.as_user(code, daemon.path), self.DENIED)
            self.assertEqual(self.as_user(code, daemon.path, groups=(17, 4711)), {})


if __name__ == "__main__":
    unittest.main()
