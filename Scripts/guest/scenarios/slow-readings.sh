# A chip that takes two seconds for each axis: nobody else waits for it.
# limit: 360
. /guest/lib.sh

# said TEXT: how many lines of the tablet are that.
said() {
    grep -c " $1\$" "$WORK/tablet.out" || true
}

# asked_again COUNT: succeeds when more readings than that have begun.
asked_again() {
    [ "$(said asked)" -gt "$1" ]
}

# in_flight COMMAND...: succeeds when it begins and ends while one and the same reading is under way.
in_flight() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        wait_until "$LIMIT" asked_again "$(said asked)"
        answers=$(said answered)
        "$@" >/dev/null || return 1
        [ "$(said answered)" = "$answers" ] && return
    done
    return 1
}

reloaded() {
    [ "$(grep -c 'configuration reloaded' "$WORK/daemon.err")" -ge "$1" ]
}

reload() {
    reloads=$((reloads + 1))
    kill -HUP "$(cat "$WORK/daemon.pid")"
    wait_until "$LIMIT" reloaded "$reloads"
}

load_hid
plug_tablet
printf '[Sensor]\naccess = polled\n' >"$WORK/orientationd.conf"
start_daemon --source auto --config "$WORK/orientationd.conf"
subscribe first
await "$WORK/first.out" '"device":"portrait"'
tablet slow 2000
await "$WORK/tablet.out" ' slow 2000'
tablet pose -1000 0 0
check 'while a reading is under way the state is told' in_flight orientationctl get device
check 'and what there is to say about the sensor' in_flight orientationctl status
reloads=0
check 'and a signal is served' in_flight reload
check 'triples of six seconds are followed all the same' await "$WORK/first.out" '"device":"landscapeLeft"' 60
tablet pose 0 1000 0
check 'and again' await "$WORK/first.out" '"device":"portraitUpsideDown"' 60
expect 'and never taken for a sensor that has fallen silent' 0 "$(grep -c stalled "$WORK/first.out")"
wait_until "$LIMIT" asked_again "$(said asked)"
kill -TERM "$(cat "$WORK/daemon.pid")"
check 'told to end, it ends in spite of a reading that hangs' wait_until 6 not running daemon
stop daemon
expect 'and well' 0 "$status"
