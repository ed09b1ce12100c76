# The same recording, with the daemon told to leave the kernel's buffer alone.
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
