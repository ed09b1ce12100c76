# The units: started by the socket, its sandbox, reload, leaving when idle, the journal.
# limit: 900
. /guest/lib.sh

mkdir -p /etc/orientationd/orientationd.conf.d
install_build
rm -r /usr/lib/systemd/system/orientationd.service.d /usr/lib/udev/rules.d/80-orientationd-sensor-proxy.rules
systemctl daemon-reload
printf '[Daemon]\nidle-exit = 2s\n' >/etc/orientationd/orientationd.conf.d/idle.conf
systemctl stop orientationd.service

check 'the group is there' getent group orientation
expect 'the unit has no warnings' '' "$(systemd-analyze verify --man=no orientationd.service 2>&1 | grep -i orientationd || true)"
systemd-analyze security --no-pager orientationd.service >"$WORK/security" 2>&1
exposure=$(sed -n 's/.*Overall exposure level.*: \([0-9.]*\).*/\1/p' "$WORK/security")
check "the sandbox leaves at most 1.5 ($exposure)" awk "BEGIN { exit !($exposure <= 1.5) }"
check 'nothing runs before somebody asks' not active orientationd.service

load_hid
plug_tablet
# udev is still at it when the kernel shows the sensor.
udevadm settle
expect 'the group may use the device' 'orientation 660' "$(stat -c '%G %a' "/dev/$(basename "$SENSOR")")"
expect 'and write its attributes' 'orientation 664' "$(stat -c '%G %a' "$SENSOR/buffer/enable" "$SENSOR/in_accel_sampling_frequency" | sort -u)"

subscribe first
check 'the first subscriber starts it' wait_until "$LIMIT" active orientationd.service
check 'and is told' await "$WORK/first.out" '"device":"portrait"'
expect 'it runs as its own user' orientationd "$(stat -c %U "/proc/$(main_pid)")"
tablet pose -1000 0 0
check 'a turn is told under the sandbox' await "$WORK/first.out" '"device":"landscapeLeft"'
orientationctl --json status >"$WORK/status"
check 'samples come through the buffer' grep -q '"access":"buffered' "$WORK/status"
check 'nothing was denied' not grep -q denied "$WORK/status"

printf '[Orientation]\nroll-hysteresis = 99\n' >/etc/orientationd/orientationd.conf.d/wrong.conf
check 'a reload with a mistake is survived' systemctl reload orientationd.service
check 'and said' wait_until "$LIMIT" sh -c 'journalctl -u orientationd.service | grep -q "roll-hysteresis"'
rm /etc/orientationd/orientationd.conf.d/wrong.conf
check 'a reload is waited for' systemctl reload orientationd.service
check 'and done' sh -c 'journalctl -u orientationd.service | grep -q "configuration reloaded"'
check 'the subscriber notices nothing' running first

check 'the journal knows the sensor by number' wait_until "$LIMIT" sh -c \
    'journalctl -o json MESSAGE_ID=8f3b1c52d4ee4b6d9a0e7f21c5d86a10 | grep -q "\"ORIENTATION_SENSOR\":\"accel_3d\""'
check 'and explains it' sh -c 'journalctl -x MESSAGE_ID=8f3b1c52d4ee4b6d9a0e7f21c5d86a10 | grep -q "mount matrix"'

stop first
check 'it leaves when nobody has needed it for a while' wait_until "$LIMIT" not active orientationd.service
expect 'in peace' success "$(property Result)"
check 'and is there again for the next one' sh -c 'test "$(orientationctl get)" = landscapeLeft'

# They come while it stays, while it goes, and while it is gone.
answers=0
for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
    if [ "$(orientationctl get)" = landscapeLeft ]; then answers=$((answers + 1)); fi
    usleep $((1500000 + round * 150000))
done
expect 'who comes in the moment of its leaving is answered' 12 "$answers"
rm /etc/orientationd/orientationd.conf.d/idle.conf
systemctl reload-or-restart orientationd.service
