# What scenarios are written with; sourced inside the guest. A scenario is a file scenarios/NAME.sh that starts with
#     . /guest/lib.sh
# and runs with `sh -eu`: a command that fails outside of a check ends it, which counts as a failed test.
# `# limit: SECONDS` in it changes how long it may take (120). Files it makes go to $WORK, which is handed out with the logs.
# shellcheck shell=sh

SCENARIO=${SCENARIO:-shell}
WORK=${WORK:-/tmp/shell}
# Seconds that a wait takes at most when nothing else is said. The guest is an emulated machine beside others: be generous,
# since a wait ends with its event and not with the limit.
# shellcheck disable=SC2034 # for the helpers
LIMIT=20
mkdir -p "$WORK"

for helpers in /guest/lib/*.sh; do
    . "$helpers"
done

[ "$SCENARIO" = shell ] || trap 'finish $?' EXIT
