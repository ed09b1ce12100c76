# Real chip drivers on a bus that is only registers: what the scenarios about chips stand on.
. /guest/lib.sh

# lis3dh: who am I; then x, y, z with the low byte first, for single and for block reads.
stub_bus 0x18 0x4c
modprobe -a st_accel_i2c mma7660
registers 0x18 0x0f 0x33
for first in 0x28 0xa8; do registers 0x18 "$first" 0x00 0x00 0x00 0xc0 0x00 0x00; done
plug_chip lis3dh 0x18
expect 'a lis3dh shows what its registers hold' -1024 "$(cat "$SENSOR/in_accel_y_raw")"
check 'its driver has loaded as the one of this chip' [ "$(cat "$SENSOR/name")" = lis3dh ]

# mma7660: 6 bits an axis.
registers 0x4c 0x00 0x00 0x2b 0x00
plug_chip mma7660 0x4c
expect 'a mma7660 too' -21 "$(cat "$SENSOR/in_accel_y_raw")"
unplug_chip 0x4c
check 'pulled off the bus, it is gone' wait_until "$LIMIT" no_sensor mma7660
