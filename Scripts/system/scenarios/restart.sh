# Restarts and kills: subscribers keep their connections, under the real service manager.
# limit: 900
. /guest/lib.sh

install_build
load_hid
plug_tablet

for number in 1 2 3; do subscribe "client$number"; done
for number in 1 2 3; do await "$WORK/client$number.out" '"device":"portrait"'; done
check 'their descriptors are kept' wait_until "$LIMIT" sh -c '[ "$(systemctl show -P NFileDescriptorStore orientationd.service)" -ge 4 ]'

# survives STORY COMMAND...: a new process runs, and everybody goes on.
survives() {
    story=$1
    shift
    old=$(main_pid)
    for number in 1 2 3; do wc -l <"$WORK/client$number.out" >"$WORK/seen$number"; done
    "$@"
    wait_until "$LIMIT" new_process "$old"
    for number in 1 2 3; do
        check "$story: subscriber $number gets the present state" wait_until "$LIMIT" more_lines "$number"
        check "$story: subscriber $number is still connected" running "client$number"
    done
}

more_lines() {
    [ "$(wc -l <"$WORK/client$1.out")" -gt "$(cat "$WORK/seen$1")" ]
}

orientationctl lock portraitUpsideDown >/dev/null
survives 'restarted' systemctl restart orientationd.service
for _ in 1 2 3 4 5 6 7 8 9 10; do
    old=$(main_pid)
    kill -KILL "$old"
    wait_until "$LIMIT" new_process "$old"
done
check 'ten kills in a row do not end it' active orientationd.service
survives 'killed once more' systemctl kill --signal=KILL orientationd.service
check 'the lock has come along' sh -c 'test "$(orientationctl --json status | jq -r .lock)" = portraitUpsideDown'
orientationctl unlock >/dev/null
tablet pose 1000 0 0
for number in 1 2 3; do check "subscriber $number goes on with changes" await "$WORK/client$number.out" '"device":"landscapeRight"'; done
expect 'numbers never run backwards' '' "$(sed -n 's/.*"sequence":\([0-9]*\).*/\1/p' "$WORK/client1.out" | awk '$1 < last { print } { last = $1 }')"

for number in 1 2 3; do stop "client$number"; done
check 'who leaves is not kept' wait_until "$LIMIT" sh -c '[ "$(systemctl show -P NFileDescriptorStore orientationd.service)" -le 1 ]'
