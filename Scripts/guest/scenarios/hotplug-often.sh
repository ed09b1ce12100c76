# The sensor goes and comes back fifty times under a subscriber: nothing piles up, and the last pose is known.
# limit: 600
. /guest/lib.sh

# held: how many descriptors and threads the daemon has, together.
held() {
    process=$(cat "$WORK/daemon.pid")
    # shellcheck disable=SC2012 # their number is all that counts
    ls "/proc/$process/fd" "/proc/$process/task" | grep -c '[0-9]$'
}

# held_at_most NUMBER: one may be open for a moment at either count, so only more than before is left over.
held_at_most() {
    [ "$(held)" -le "$1" ]
}

# memory: KiB that are the daemon's own.
memory() {
    sed -n 's/^RssAnon:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$(cat "$WORK/daemon.pid")/status"
}

# round: out and in again, and the daemon has noticed both.
round() {
    tablet_mark
    tablet unplug
    wait_until "$LIMIT" no_sensor accel_3d
    tablet plug
    wait_until "$LIMIT" tablet_said 'power full'
}

load_hid
plug_tablet
start_daemon --source auto
subscribe first
await "$WORK/first.out" '"device":"portrait"'
# The first rounds fill whatever is kept for good.
for _ in 1 2 3; do round; done
await "$WORK/first.out" '"reason":"sensorLost"'
before=$(held)
kilobytes=$(memory)
for _ in $(seq 4 50); do round; done
tablet pose -1000 0 0
check 'after fifty times it is followed as ever' await "$WORK/first.out" '"device":"landscapeLeft"'
check 'by the same daemon' running daemon
check 'for the same subscriber' running first
check "no descriptor and no thread is left over ($before before)" wait_until "$LIMIT" held_at_most "$before"
grown=$(($(memory) - kilobytes))
check "its memory has not grown by more than 256 KiB ($grown)" [ "$grown" -le 256 ]
check 'the losses were told, and the returns' [ "$(grep -c '"reason":"sensorLost"' "$WORK/first.out")" -ge 3 ]
