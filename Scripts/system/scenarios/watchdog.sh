# A daemon that hangs: the watchdog ends it, the next one goes on with its subscribers.
# limit: 900
. /guest/lib.sh

install_build
drop_in=/run/systemd/system/orientationd.service.d/zz-watchdog.conf
mkdir -p "$(dirname $drop_in)"
# Two minutes are too long for a test, and for its end too.
printf '[Service]\nWatchdogSec=3\nTimeoutStopSec=3\n' >$drop_in
systemctl daemon-reload
load_hid
plug_tablet
systemctl restart orientationd.service

subscribe first
subscribe second
await "$WORK/first.out" '"device":"portrait"'
await "$WORK/second.out" '"device":"portrait"'
old=$(main_pid)
usleep 5000000
expect 'one that works is left alone' "$old" "$(main_pid)"
kill -STOP "$old"
tablet pose -1000 0 0
check 'one that hangs is replaced' wait_until "$LIMIT" new_process "$old"
check 'for that reason' wait_until "$LIMIT" sh -c 'journalctl -u orientationd.service | grep -qi "watchdog timeout"'
for name in first second; do
    check "$name: told where the device is now" await "$WORK/$name.out" '"device":"landscapeLeft"'
    check "$name: on the same connection" running $name
done
stop first
stop second

rm $drop_in
systemctl daemon-reload
systemctl restart orientationd.service
