# limit: 400
# The simulator in somebody's hands and with faults, and a calibration in front of it: keys on a terminal, faults by the clock.
. /guest/lib.sh

# on_terminal NAME COMMAND...: runs it on a terminal of its own. What that shows is in $WORK/NAME.out; `keys NAME TEXT` types.
on_terminal() {
    terminal=$1
    shift
    mkfifo "$WORK/$terminal.keys"
    TERM=xterm LANG=C socat -t 600 "EXEC:$*,pty,setsid,ctty,stderr,rawer" - <"$WORK/$terminal.keys" >"$WORK/$terminal.out" 2>&1 &
    echo $! >"$WORK/$terminal.pid"
}
keys() {
    # shellcheck disable=SC2059 # escapes are meant
    printf "$2" >>"$WORK/$1.keys"
}

# on_page NAME PATTERN: waits until the terminal shows it.
on_page() {
    await "$WORK/$1.out" "$2"
}

# pull_tablet: ends it, and waits until the kernel has forgotten it.
pull_tablet() {
    tablet quit
    wait_until "$LIMIT" not running tablet
    wait_until "$LIMIT" no_sensor accel_3d
}

# device_is NAME
device_is() {
    [ "$(orientationctl get)" = "$1" ]
}

load_hid
on_terminal hands orientationctl simulate --keyboard --interval 20
exec 7>"$WORK/hands.keys"
find_tablet
start_daemon --source auto
subscribe reader
await "$WORK/reader.out" '"device":"portrait"'
check 'the page shows what the kernel asks for' on_page hands 'reporting all'
for _ in 1 2 3 4 5 6 7 8 9; do keys hands '\033[D'; done
check 'nine keys to the left are a quarter turn' await "$WORK/reader.out" '"device":"landscapeLeft"'
check 'and the page says how it is held' on_page hands 'roll -90 deg  lean 0 deg'
keys hands 0
for _ in 1 2 3 4 5 6 7 8; do keys hands '\033[A'; done
check 'eight keys up lay it on its back' await "$WORK/reader.out" '"device":"faceUp"'

on_terminal poses orientationctl calibrate --root "$WORK"
exec 8>"$WORK/poses.keys"
check 'a calibration asks for the first pose' on_page poses '1 of 4: stand it upright'
keys hands 0
check 'and sees it' on_page poses 'seen: upright'
# From here on the hub sends nothing while nothing moves.
check 'meanwhile the hub is sent to sleep' on_page hands 'sensitivity 50'
for _ in 1 2 3 4 5 6 7 8 9; do keys hands '\033[C'; done
check 'and asks for the second' on_page poses '2 of 4: stand it on its left edge'
check 'a turn to the right is believed, as nothing contradicts it yet' on_page poses 'seen: left edge down'
keys hands 0
keys hands '\033[C'
keys hands 0
for _ in 1 2 3 4 5 6 7 8 9; do keys hands '\033[D'; done
check 'the other side too' on_page poses 'seen: right edge down'
keys hands 0
for _ in 1 2 3 4 5 6 7 8 9; do keys hands '\033[A'; done
check 'the sides were the wrong way round, and the matrix says so' on_page poses 'matrix      -1,0,0;0,1,0;0,0,1'
exec 8>&-
keys hands q
check 'q ends the simulation' wait_until "$LIMIT" no_sensor accel_3d
exec 7>&-
stop reader
stop daemon

plug_tablet --interval 20 --fault unplug@20 --fault plug@30
start_daemon --source auto
subscribe second
await "$WORK/second.out" '"device":"portrait"'
check 'pulled out after its time, subscribers are told' await "$WORK/second.out" '"device":"unknown".*"reason":"sensorLost"' 60
check 'and plugged in again it goes on' wait_until 60 device_is portrait
stop second
pull_tablet
stop daemon

plug_tablet --interval 20 --garbage 7 --saturate 0.9
start_daemon --source auto
subscribe third
await "$WORK/third.out" '"device":"portrait"'
# rejected_some: the daemon has left garbage out.
rejected_some() {
    [ "$(orientationctl --json status | sed -n 's/.*"rejected":\([0-9]*\).*/\1/p')" -gt 3 ]
}
check 'garbage between the readings is left out' wait_until "$LIMIT" rejected_some
expect 'and turns nothing' portrait "$(devices third | grep -v unknown | uniq)"
# cut_off: a reading that is asked for; each seventh is garbage.
cut_off() {
    [ "$(cat "$SENSOR/in_accel_y_raw")" = -900 ]
}
check 'the readings end at their range' wait_until 10 cut_off
tablet pose -1000 0 0
check 'what is cut off at its range still turns' await "$WORK/third.out" '"device":"landscapeLeft"'
pull_tablet
stop third
stop daemon

plug_tablet --interval 20 --fault stall@15
start_daemon --source auto
subscribe fourth
await "$WORK/fourth.out" '"device":"portrait"'
check 'the fault is told at its time' await "$WORK/tablet.out" ' mute' 60
