# Drivers of real chips: their scales, orders of axes and sampling frequencies, polled for want of a trigger.
# limit: 300
. /guest/lib.sh

# lis3dh_at X Y Z: the high bytes of its axes, also where block reads look for them.
lis3dh_at() {
    registers 0x18 0x28 0 "$1" 0 "$2" 0 "$3"
    registers 0x18 0xa8 0 "$1" 0 "$2" 0 "$3"
}

# serve NAME: a daemon for that chip and a subscriber.
serve() {
    start_daemon --source "iio:$1"
    subscribe "$1"
}

stub_bus 0x18 0x4c
modprobe -a st_accel_i2c mma7660
registers 0x18 0x0f 0x33
lis3dh_at 0 0xc0 0
plug_chip lis3dh 0x18
expect 'a lis3dh is found at 1 Hz' 1 "$(cat "$SENSOR/sampling_frequency")"
serve lis3dh
check 'upright it is portrait' await "$WORK/lis3dh.out" '"device":"portrait"'
expect 'sampled as fast as asked' 25 "$(cat "$SENSOR/sampling_frequency")"
lis3dh_at 0xc0 0 0
check 'on its left edge landscapeLeft' await "$WORK/lis3dh.out" '"device":"landscapeLeft"'
lis3dh_at 0 0 0xc0
check 'on its glass faceDown: a chip reports the reaction' await "$WORK/lis3dh.out" '"device":"faceDown"'
stop lis3dh
check 'afterwards it is as slow as before' wait_until "$LIMIT" grep -qx 1 "$SENSOR/sampling_frequency"
stop daemon

# Six bits an axis: 22 counts are 1 g.
registers 0x4c 0 0 0x2a 0
plug_chip mma7660 0x4c
serve mma7660
check 'a chip without buffer and node is used' await "$WORK/mma7660.out" '"device":"portrait"'
registers 0x4c 0 0x16 0 0
check 'its axes are not mixed up' await "$WORK/mma7660.out" '"device":"landscapeRight"'
unplug_chip 0x4c
check 'removed in mid read, it is missed' await "$WORK/mma7660.out" '"reason":"sensorLost"'
