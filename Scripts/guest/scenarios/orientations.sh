# A real recording goes through the kernel's sensor hub, the daemon and a subscriber.
# limit: 240
. /guest/lib.sh

recording=/guest/traces/phone_six_faces.csv

load_hid
plug_tablet --hold-last "$recording"
start_daemon --source auto
check 'nobody subscribes, so the sensor is off' not tablet_said 'power full'

subscribe first
tablet_says 'the first subscriber switches it on' 'power full' 'reporting all'
check 'the rate asked for is at least 25 Hz' tablet_interval_is_at_most 40
await "$WORK/tablet.out" ' ended' 60
played=$(tablet_time 'power full')
follows_truth 'each pose has its orientation within half a second, and keeps it' first "${recording%.csv}.truth.csv" "$played"

# The device now lies still on its glass, after the last row.
subscribe second
check 'a later subscriber gets the present state first' await "$WORK/second.out" '"device":"faceDown"'
expect 'and nothing before it' faceDown "$(devices second | head -n 1)"
check 'iio_info sees the device that the daemon uses' sh -c 'iio_info | grep -q "iio:device[0-9]*: accel_3d"'

tablet_mark
stop first
tablet pose 0 -1000 0
check 'one subscriber has left, the other is still served' await "$WORK/second.out" '"device":"portrait"'
check 'so the sensor stays on' not tablet_said 'power off'
stop second
tablet_says 'after the last one it is off' 'power off' 'reporting none'

subscribe third
tablet_says 'the next one switches it on again' 'power full' 'reporting all'
await "$WORK/third.out" '"device":"portrait"'
tablet_mark
stop third KILL
tablet_says 'a killed subscriber holds nothing' 'power off' 'reporting none'

subscribe fourth
await "$WORK/fourth.out" '"device":"portrait"'
tablet_mark
stop daemon
expect 'told to end, the daemon ends well' 0 "$status"
tablet_says 'and switches everything off behind it' 'power off' 'reporting none'
check 'its subscriber is told of no mistake of its own' not grep -q refused "$WORK/fourth.err"
