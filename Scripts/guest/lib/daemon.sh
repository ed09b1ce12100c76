# The daemon, its subscribers, and what they were told.
# shellcheck shell=sh

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
