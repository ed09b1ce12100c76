# Waiting for events, with a limit and never for a guessed time; programs in the background.
# shellcheck shell=sh

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

# not COMMAND...: succeeds when it fails.
not() {
    ! "$@"
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
