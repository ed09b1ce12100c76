# An accelerometer of the input subsystem, made through /dev/uinput.
# limit: 300
. /guest/lib.sh

status_says() {
    orientationctl status | grep -Eq "$1"
}

# A daemon that waits for a sensor is given one.
modprobe -a uinput evdev joydev
start_daemon --source auto
subscribe first
plug_input tilt
udevadm settle
check 'udev tags it as an accelerometer' sh -c "udevadm info '$(input_named tilt)' | grep -q ID_INPUT_ACCELEROMETER=1"
check 'it is found, and its first state is a reading' await "$WORK/first.out" '"device":"portrait"'
check 'its resolution is what 1 g is measured by' wait_until "$LIMIT" status_says 'input events, 1000.0 units per g'
check 'sensors are listed with it' status_says '^\* tilt \(event[0-9]+, evdev\): the only display sensor'
tablet pose -1000 0 0
check 'it is followed' await "$WORK/first.out" '"device":"landscapeLeft"'
check 'silence means that nothing has changed' not await "$WORK/first.out" 'stalled' 6

# The kernel keeps 64 events for a reader that does not read, then throws all away.
kill -STOP "$(cat "$WORK/daemon.pid")"
for x in $(seq 1 60); do tablet pose "$x" 990 "-$x"; done
tablet pose 1000 0 0
await "$WORK/tablet.out" 'pose 1000 0 0'
kill -CONT "$(cat "$WORK/daemon.pid")"
check 'after lost events the present state is asked for' await "$WORK/first.out" '"device":"landscapeRight"'
tablet pose 1000 20 0
tablet pose 0 0 1000
check 'and followed again: a chip tells the reaction, so +1 g is faceUp' await "$WORK/first.out" '"device":"faceUp"'

tablet unplug
check 'pulled out, it is missed' await "$WORK/first.out" '"reason":"sensorLost"'
tablet pose 0 1000 0
tablet plug
check 'plugged in again, it is found' await "$WORK/first.out" '"device":"portraitUpsideDown"'
stop first
stop daemon

# Asked for by its node, or a link to it.
ln -s "$(input_named tilt)" "$WORK/link"
start_daemon --source "evdev:$WORK/link"
subscribe named
check 'it can be asked for by its node' await "$WORK/named.out" '"device":"portraitUpsideDown"'
stop named
stop daemon
tablet quit
wait_until "$LIMIT" not running tablet

plug_input pad --joystick
wait_until "$LIMIT" input_named 'pad stick'
start_daemon --source auto
check 'that of a game controller is left alone' wait_until "$LIMIT" status_says '^- pad .*: belongs to a game controller'
check 'so there is none' not orientationctl get device
