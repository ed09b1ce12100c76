# Tests of a scenario, a line each in the form of TAP.
# shellcheck shell=sh

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

finish() {
    [ "$1" = 0 ] && return
    fail "runs to its end" "$(tail -n 8 "$WORK/scenario.log" 2>/dev/null)"
    for log in "$WORK"/*.err; do
        [ -s "$log" ] && report "#   $(basename "$log"): $(tail -n 3 "$log")"
    done
    true
}
