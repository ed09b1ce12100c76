# A chip that takes two seconds for each axis: nobody else waits for it.
# limit: 360
. /guest/lib.sh

# loop_waits: the longest that a system call of the daemon's own thread took in ms, waiting for events left out.
loop_waits() {
    sed -n '/epoll_wait/d; s/.*<\([0-9.]*\)>$/\1/p' "$WORK/calls" | awk '{ if ($1 > most) most = $1 } END { printf "%d\n", most * 1000 }'
}

# took COMMAND...: ms that it takes, on average over ten times.
took() {
    begin=$(milliseconds)
    for _ in 1 2 3 4 5 6 7 8 9 10; do "$@" >/dev/null; done
    echo $((($(milliseconds) - begin) / 10))
}

reloaded() {
    [ "$(grep -c 'configuration reloaded' "$WORK/daemon.err")" -ge "$1" ]
}

load_hid
plug_tablet
printf '[Sensor]\naccess = polled\n' >"$WORK/orientationd.conf"
start_daemon --source auto --config "$WORK/orientationd.conf"
subscribe first
await "$WORK/first.out" '"device":"portrait"'
usual=$(took orientationctl get device)
tablet slow 2000
await "$WORK/tablet.out" ' slow 2000'
tablet pose -1000 0 0
strace -T -e 'trace=!none' -o "$WORK/calls" -p "$(cat "$WORK/daemon.pid")" 2>"$WORK/strace.err" &
tracer=$!
await "$WORK/strace.err" attached
slow=$(took orientationctl get device)
kill -HUP "$(cat "$WORK/daemon.pid")"
check 'a signal is served at once' wait_until 5 reloaded 1
check 'triples of six seconds are followed all the same' await "$WORK/first.out" '"device":"landscapeLeft"' 60
tablet pose 0 1000 0
check 'and again' await "$WORK/first.out" '"device":"portraitUpsideDown"' 60
expect 'and never taken for a sensor that has fallen silent' 0 "$(grep -c stalled "$WORK/first.out")"
kill "$tracer"
wait "$tracer" || true
check "nobody waits for them: a call took $slow ms with strace and slow readings, $usual ms without either" \
    [ $((slow - usual)) -le 1000 ]
check "the longest call of the daemon's own thread took $(loop_waits) ms, waiting for events left out" [ "$(loop_waits)" -le 100 ]
begin=$(milliseconds)
kill -TERM "$(cat "$WORK/daemon.pid")"
check 'told to end, it ends in spite of a reading that hangs' wait_until 6 not running daemon
stop daemon
expect 'and well' 0 "$status"
