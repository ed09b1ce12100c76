# The virtual sensor and the kernel alone: what programs read from it, and what the kernel asks of it. If this fails,
# the other scenarios say nothing about the daemon.
. /guest/lib.sh

# Raw values of the three axes, in mg.
axes() {
    echo "$(cat "$SENSOR/in_accel_x_raw") $(cat "$SENSOR/in_accel_y_raw") $(cat "$SENSOR/in_accel_z_raw")"
}

# stream COUNT: prints samples of the buffer, x y z in mg. One has 24 bytes: x, y, z in 4 each, 4 of padding, the time in 8.
stream() {
    iio_readdev -T 10000 -b 1 -s "$1" accel_3d 2>>"$WORK/iio_readdev.err" >"$WORK/buffer"
    od -An -v -td2 -w24 "$WORK/buffer" | awk '{ print $1, $3, $5 }'
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

check 'iio_info sees it' sh -c 'iio_info | grep -q "iio:device[0-9]*: accel_3d (buffer capable)"'
tablet pose 10 -20 -990
stream 8 >"$WORK/samples"
expect 'the buffer delivers what it measures' '10 -20 -990' "$(uniq "$WORK/samples")"
expect 'as many samples as were asked for' 8 "$(wc -l <"$WORK/samples")"

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

plug_tablet --interval 20 /guest/traces/poses.csv
expect 'a recording begins when the sensor is switched on' '0 -1000 0' "$(stream 1)"
tablet_says 'and ends with its last row' 'ended'
check 'then the program ends too' wait_until "$LIMIT" not running tablet

plug_tablet --interval 20 --loop /guest/traces/poses.csv
expect 'looped, it begins again, with all samples of a pose in a row' '0 -1000 0,-1000 0 0,0 -1000 0,' \
    "$(stream 75 | uniq | head -n 3 | tr '\n' ',')"
