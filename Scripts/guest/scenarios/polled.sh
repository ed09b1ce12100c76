# The same recording, with the daemon told to leave the kernel's buffer alone.
# limit: 240
. /guest/lib.sh

recording=/guest/traces/phone_six_faces.csv

load_hid
plug_tablet --hold-last "$recording"
printf '[Sensor]\naccess = polled\n' >"$WORK/orientationd.conf"
start_daemon --source auto --config "$WORK/orientationd.conf"
subscribe first
tablet_says 'polling switches the sensor on' 'power full'
await "$WORK/tablet.out" ' ended' 60
expect 'the buffer is not used' 0 "$(cat "$SENSOR/buffer/enable")"
follows_truth 'each pose has its orientation within half a second, and keeps it' \
    first "${recording%.csv}.truth.csv" "$(tablet_time 'power full')"
tablet_mark
stop first
tablet_says 'after the last subscriber the sensor is off' 'power off' 'reporting none'
stop daemon

# Only one program can have the buffer.
tablet pose 0 0 1000
tablet_mark
exec 8<"/dev/$(basename "$SENSOR")"
start_daemon --source auto
subscribe second
tablet_says 'when another program has the buffer, the sensor is polled' 'power full'
check 'its orientation is known' await "$WORK/second.out" '"device":"faceDown"'
tablet pose 0 -1000 0
check 'and followed' await "$WORK/second.out" '"device":"portrait"'
expect 'the other program keeps what it has' 0 "$(cat "$SENSOR/buffer/enable")"
