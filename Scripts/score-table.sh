#!/bin/sh
# The whole table of figures of the decision: every recording at full rate and thinned, under the 24 turns of the frame,
# with noise and with a wrong gain, one line a condition; then each recording as it is.
#
#   Scripts/score-table.sh [RECORDING.csv ...]
#
# Without arguments the recordings of ../shared/traces are taken. ORIENTATIONCTL names the program (built in release if unset).
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then set -- ../shared/traces/*.csv; fi
if [ -z "${ORIENTATIONCTL:-}" ]; then
    swift build -c release --product orientationctl >&2
    ORIENTATIONCTL=.build/release/orientationctl
fi

printf '%-24s %11s %8s %7s %6s %6s %10s %10s %10s\n' condition 'labelled s' 'right %' inside rows never 'median ms' '90 % ms' 'worst ms'
score() {
    name=$1
    shift
    "$ORIENTATIONCTL" score "$@" | awk -v name="$name" 'END {
        printf "%-24s %11s %8s %7s %6s %6s %10s %10s %10s\n", name, $2, $3, $4, $5, $6, $7, $8, $9 }'
}
for rate in full 25 10 5; do
    thin=
    if [ "$rate" != full ]; then thin="--thin $rate"; fi
    # shellcheck disable=SC2086
    {
        score "$rate" $thin "$@"
        if [ "$rate" != full ]; then score "$rate, 10 phases" $thin --phases 10 "$@"; fi
        score "$rate, 24 turns" $thin --turn --clear 25 "$@"
        score "$rate, noise 0.03 g" $thin --noise 0.03 --clear 25 "$@"
        score "$rate, gain 10 % wrong" $thin --gain 10 --clear 25 "$@"
    }
done
echo
"$ORIENTATIONCTL" score "$@"
