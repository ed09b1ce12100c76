# The virtual sensor and the kernel alone: what programs read from it, and what the kernel asks of it. If this fails,
# the other scenarios say nothing about the daemon.
. /guest/lib.sh

# Raw values of the three axes, in mg.
axes() {
    echo "$(cat "$SENSOR/in_accel_x_raw") $(cat "$SENSOR/in_accel_y_raw") $(cat "$SENSOR/in_accel_z_raw")"
}

load_hid
plug_tablet --interval 100
expect 'the kernel counts it in mg' 0.009806650 "$(cat "$SENSOR/in_accel_scale")"
expect 'the interval that it comes with is its rate' 10.000000 "$(cat "$SENSOR/in_accel_sampling_frequency")"
expect 'an upright device reads -1 g on y' '0 -1000 0' "$(axes)"
tablet_says 'a raw read switches it on' 'power full' 'reporting all'
tablet pose 10 -20 -990
await "$WORK/tablet.out" 'pose 10 -20 -990'
expect 'turned, it reads otherwise' '10 -20 -990' "$(axes)"
tablet_says 'it is switched off some seconds after the last read' 'power off' 'reporting none'

tablet_mark
echo 20 >"$SENSOR/in_accel_sampling_frequency"
tablet_says '20 Hz are an interval of 50 ms' 'interval 50'
echo 0.05 >"$SENSOR/in_accel_hysteresis"
tablet_says 'a hysteresis of 0.05 g is a sensitivity of 50 counts' 'sensitivity 50'
echo 0 >"$SENSOR/in_accel_hysteresis"

check 'iio_info sees it' sh -c 'iio_info | grep -q "iio:device0: accel_3d (buffer capable)"'
# Samples are x, y, z in 4 bytes each, 4 bytes of padding, and the time in 8.
tablet pose 10 -20 -990
iio_readdev -T 10000 -b 4 -s 8 accel_3d >"$WORK/buffer" 2>"$WORK/iio_readdev.err"
expect 'the buffer delivers what it measures' '10 -20 -990' \
    "$(od -An -v -td2 -w24 "$WORK/buffer" | awk '{ print $1, $3, $5 }' | tail -n 1)"
expect 'as many samples as were asked for' 192 "$(wc -c <"$WORK/buffer")"

tablet mute
await "$WORK/tablet.out" ' mute'
iio_readdev -T 1000 -b 1 -s 1 accel_3d >"$WORK/silence" 2>>"$WORK/iio_readdev.err" || true
expect 'mute, it sends nothing' 0 "$(wc -c <"$WORK/silence")"
tablet unmute

tablet slow 700
await "$WORK/tablet.out" ' slow 700'
before=$(milliseconds)
cat "$SENSOR/in_accel_x_raw" >/dev/null
check 'slow, a reading takes its time' [ $(($(milliseconds) - before)) -ge 700 ]
tablet slow 0

tablet unplug
check 'pulled out, it is gone from the kernel' wait_until "$LIMIT" no_sensor accel_3d
tablet_mark
tablet plug
find_tablet
expect 'plugged in again, it has forgotten the rate' 10.000000 "$(cat "$SENSOR/in_accel_sampling_frequency")"
tablet quit
check 'told to quit, it ends' wait_until "$LIMIT" not running tablet
check 'and is gone from the kernel' wait_until "$LIMIT" no_sensor accel_3d
