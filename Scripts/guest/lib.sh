# What scenarios are written with; sourced inside the guest. A scenario is a file scenarios/NAME.sh that starts with
#     . /guest/lib.sh
# and runs with `sh -eu`: a command that fails outside of a check ends it, which counts as a failed test.
# `# limit: SECONDS` in it changes how long it may take (60). Files it makes go to $WORK, which is handed out with the logs.
# shellcheck shell=sh

SCENARIO=${SCENARIO:-shell}
WORK=${WORK:-/tmp/shell}
# Seconds that a wait takes at most when nothing else is said. The guest is an emulated machine beside others: be generous,
# since a wait ends with its event and not with the limit.
LIMIT=20
mkdir -p "$WORK"

report() {
    if [ -e /dev/ttyS1 ] && [ "$SCENARIO" != shell ]; then echo "$*" >/dev/ttyS1; fi
    echo "$*"
}

# pass SENTENCE
pass() {
    report "ok - $SCENARIO: $1"
}

# fail SENTENCE [DETAIL]...: each detail becomes a comment below it.
fail() {
    report "not ok - $SCENARIO: $1"
    shift
    for detail; do
        printf '%s\n' "$detail" | while IFS= read -r line; do report "#   $line"; done
    done
}

# check SENTENCE COMMAND...: passes when the command succeeds.
check() {
    sentence=$1
    shift
    if output=$("$@" 2>&1); then pass "$sentence"; else fail "$sentence" "$* said: $output"; fi
}

# expect SENTENCE EXPECTED ACTUAL
expect() {
    if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "expected: $2" "actual:   $3"; fi
}

# wait_until SECONDS COMMAND...: repeats it until it succeeds; fails when the time is over.
wait_until() {
    ends=$(($(milliseconds) + $1 * 1000))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$(milliseconds)" -lt "$ends" ] || return 1
        usleep 50000
    done
}

# Milliseconds since the guest started.
milliseconds() {
    read -r uptime _ </proc/uptime
    fraction=${uptime#*.}
    echo $((${uptime%.*} * 1000 + 10 * ${fraction#0}))
}

# await FILE PATTERN [SECONDS]: waits for a line that matches the extended regular expression.
await() {
    wait_until "${3:-$LIMIT}" grep -Eq -- "$2" "$1" && return
    echo "waited ${3:-$LIMIT} s for '$2' in $1, which ends with:"
    tail -n 5 "$1"
    return 1
}

# background NAME COMMAND...: starts it; what it prints is in $WORK/NAME.out and $WORK/NAME.err, its process id in $WORK/NAME.pid.
background() {
    label=$1
    shift
    "$@" >"$WORK/$label.out" 2>"$WORK/$label.err" </dev/null &
    echo $! >"$WORK/$label.pid"
}

# running NAME: succeeds while it runs; one that has ended stays a zombie until `stop` collects it.
running() {
    grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$(cat "$WORK/$1.pid")/status" 2>/dev/null
}

# stop NAME [SIGNAL]: ends it and waits until it is gone; its exit status is in $status.
stop() {
    process=$(cat "$WORK/$1.pid")
    kill "-${2:-TERM}" "$process" 2>/dev/null || true
    # shellcheck disable=SC2034 # for scenarios
    if wait "$process"; then status=0; else status=$?; fi
}

# start_daemon OPTION...: starts orientationd as `daemon` and waits for its socket.
start_daemon() {
    rm -f /run/orientationd/org.orientationd
    background daemon orientationd "$@"
    wait_until "$LIMIT" [ -S /run/orientationd/org.orientationd ]
}

# subscribe NAME [OPTION...]: a subscriber; what it gets is in $WORK/NAME.out, one JSON object a line.
subscribe() {
    subscriber=$1
    shift
    background "$subscriber" orientationctl monitor --json "$@"
}

# devices NAME: the orientations a subscriber got, one a line, repeated ones once.
devices() {
    sed -n 's/.*"device":"\([A-Za-z]*\)".*/\1/p' "$WORK/$1.out" | uniq
}

# follows_truth SENTENCE NAME TRUTH START: passes when subscriber NAME was told what the table TRUTH (start_ns,end_ns,expected)
# says, from 0.5 s after a row's beginning to its end. START is when the recording began, in ns of CLOCK_BOOTTIME.
follows_truth() {
    sed -n 's/.*"timestamp":\([0-9]*\).*/\1/p' "$WORK/$2.out" >"$WORK/times"
    sed -n 's/.*"device":"\([A-Za-z]*\)".*/\1/p' "$WORK/$2.out" | paste -d ' ' "$WORK/times" - | awk -v start="$4" '
        FILENAME == "-" { time[++states] = $1 - start; device[states] = $2; next }
        FNR > 1 {
            split($0, row, ",")
            from = row[1] + 500000000
            present = "nothing"
            for (i = 1; i <= states && time[i] <= row[2]; i++) {
                if (time[i] > from && device[i] != row[3])
                    printf "%s at %.3f s, inside the row %s\n", device[i], time[i] / 1e9, $0
                if (time[i] <= from) present = device[i]
            }
            if (present != row[3]) printf "%s 0.5 s after the beginning of the row %s\n", present, $0
            rows++
        }
        END { if (!rows) print "the table is empty" }' - "$3" >"$WORK/faults"
    if [ -s "$WORK/faults" ]; then fail "$1" "$(cat "$WORK/faults")"; else pass "$1"; fi
}

# Loads the drivers that a sensor hub needs.
load_hid() {
    modprobe -a uhid hid-generic hid-sensor-hub hid-sensor-accel-3d hid-sensor-trigger
    wait_until "$LIMIT" [ -c /dev/uhid ]
}

# plug_tablet [OPTION]... [TRACE]: starts the virtual accelerometer and waits until the kernel shows it; sets $SENSOR to its
# directory. What the kernel wants of it is in $WORK/tablet.out; it takes commands by `tablet`.
plug_tablet() {
    rm -f "$WORK/tablet.in"
    mkfifo "$WORK/tablet.in"
    exec 9<>"$WORK/tablet.in"
    orientationctl simulate "$@" <&9 >"$WORK/tablet.out" 2>"$WORK/tablet.err" &
    echo $! >"$WORK/tablet.pid"
    tablet_seen=0
    find_tablet
}

# tablet COMMAND: one of those that `orientationctl simulate --help` lists.
tablet() {
    echo "$*" >&9
}

# tablet_mark: what it has said so far is over; tablet_says looks at later lines only.
tablet_mark() {
    tablet_seen=$(wc -l <"$WORK/tablet.out")
}

# tablet_says SENTENCE TEXT...: passes when it says each text, in any order, after the last mark.
tablet_says() {
    sentence=$1
    shift
    for text; do
        wait_until "$LIMIT" tablet_said "$text" && continue
        fail "$sentence" "the sensor was not told '$text', but:" "$(tail -n "+$((tablet_seen + 1))" "$WORK/tablet.out")"
        return
    done
    pass "$sentence"
}

# tablet_said TEXT: succeeds when it has said it after the last mark.
tablet_said() {
    tail -n "+$((tablet_seen + 1))" "$WORK/tablet.out" | cut -d ' ' -f 2- | grep -Fxq -- "$1"
}

# tablet_time TEXT: when it first said it, in ns of CLOCK_BOOTTIME.
tablet_time() {
    awk -v text="$1" '{ time = $1; sub(/^[0-9]+ /, "") } $0 == text { print time; exit }' "$WORK/tablet.out"
}

# tablet_interval_is_at_most MILLISECONDS: succeeds when the kernel has set such an interval last.
tablet_interval_is_at_most() {
    interval=$(sed -n 's/^[0-9]* interval //p' "$WORK/tablet.out" | tail -n 1)
    [ -n "$interval" ] && [ "$interval" -le "$1" ]
}

# not COMMAND...: succeeds when it fails.
not() {
    ! "$@"
}

# Waits until the kernel shows the sensor; sets $SENSOR.
find_tablet() {
    wait_until "$LIMIT" sensor_named accel_3d
    # shellcheck disable=SC2034 # for scenarios
    SENSOR=$(sensor_named accel_3d)
}

# sensor_named NAME: prints the directory of that IIO device.
sensor_named() {
    for candidate in /sys/bus/iio/devices/iio:device*; do
        if [ "$(cat "$candidate/name" 2>/dev/null)" = "$1" ]; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

# no_sensor NAME: succeeds when there is no such IIO device.
no_sensor() {
    ! sensor_named "$1"
}

finish() {
    [ "$1" = 0 ] && return
    fail "runs to its end" "$(tail -n 8 "$WORK/scenario.log" 2>/dev/null)"
    for log in "$WORK"/*.err; do
        [ -s "$log" ] && report "#   $(basename "$log"): $(tail -n 3 "$log")"
    done
    true
}

[ "$SCENARIO" = shell ] || trap 'finish $?' EXIT
