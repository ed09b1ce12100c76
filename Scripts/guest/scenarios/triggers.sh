# Chips whose buffers need a software trigger. Debian 12's kernel has none; GUEST_SUITE=trixie boots one that has.
# limit: 400
. /guest/lib.sh

if ! modprobe -a iio-trig-hrtimer iio-trig-sysfs 2>/dev/null; then
    pass 'this kernel has no software triggers'
    exit 0
fi
lis3dh_at() {
    registers 0x18 0x28 0 "$1" 0 "$2" 0 "$3"
    registers 0x18 0xa8 0 "$1" 0 "$2" 0 "$3"
}

# trigger NAME: the device's present one is NAME.
trigger() {
    [ "$(cat "$SENSOR/trigger/current_trigger")" = "$1" ]
}

stub_bus 0x18
modprobe st_accel_i2c
registers 0x18 0x0f 0x33
lis3dh_at 0 0xc0 0
plug_chip lis3dh 0x18
mount -t configfs none /sys/kernel/config 2>/dev/null || true
mkdir /sys/kernel/config/iio/triggers/hrtimer/clock
clock=$(dirname "$(grep -lx clock /sys/bus/iio/devices/trigger*/name)")
echo 5 >"$clock/sampling_frequency"

start_daemon --source auto
subscribe first
check 'a trigger that fits is found' await "$WORK/first.out" '"device":"portrait"'
expect 'the buffer is on' 1 "$(cat "$SENSOR/buffer/enable")"
check 'it follows the clock' trigger clock
expect 'made fast enough' 25.000000 "$(cat "$clock/sampling_frequency")"
lis3dh_at 0x40 0 0
check 'and delivers' await "$WORK/first.out" '"device":"landscapeRight"'
stop first
check 'the trigger is taken away again' wait_until "$LIMIT" trigger ''
check 'and as slow as before' wait_until "$LIMIT" grep -q '^5' "$clock/sampling_frequency"

echo 1 >/sys/bus/iio/devices/iio_sysfs_trigger/add_trigger
echo sysfstrig1 >"$SENSOR/trigger/current_trigger"
subscribe second
check 'a trigger that never fires is replaced' await "$WORK/second.out" '"device":"landscapeRight"'
check 'by one that does' trigger clock
stop second
check 'and put back' wait_until "$LIMIT" trigger sysfstrig1

# While its buffer is on this driver refuses raw values too, so another program's stream leaves nothing to us.
busy() {
    orientationctl status | grep -Eq '^- lis3dh .*it does not deliver: .*busy; tried again'
}

grown() {
    [ -s "$WORK/other" ]
}

echo >"$SENSOR/trigger/current_trigger" || true
iio_readdev -t clock -T 0 -b 4 -s 1000000 lis3dh >"$WORK/other" 2>"$WORK/other.err" &
other=$!
wait_until "$LIMIT" grown
subscribe third
check 'refused both ways, status says why and that it is tried again' wait_until 40 busy
expect 'and the other program keeps its stream' 1 "$(cat "$SENSOR/buffer/enable")"
kill "$other"
wait "$other" || true
check 'once that has gone, the sensor is back' await "$WORK/third.out" '"device":"landscapeRight"' 40
