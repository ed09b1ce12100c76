# Which matrix counts: the hardware database before the kernel, the configuration before both; the locale never.
# limit: 300
. /guest/lib.sh

status_says() {
    orientationctl status | grep -Fq -- "$1"
}

lis3dh_at() {
    registers 0x18 0x28 0 "$1" 0 "$2" 0 "$3"
    registers 0x18 0xa8 0 "$1" 0 "$2" 0 "$3"
}

# hardware_says MATRIX: has the hardware database give the chip this matrix, and udev look again. udev's rules ask it only for
# chips of ACPI and device tree, so here the daemon asks itself.
hardware_says() {
    mkdir -p /etc/udev/hwdb.d
    printf 'sensor:modalias:i2c:lis3dh:*\n ACCEL_MOUNT_MATRIX=%s\n' "$1" >/etc/udev/hwdb.d/61-sensor-local.hwdb
    udevadm hwdb --update
    udevadm control --reload
    udevadm trigger --action=change --subsystem-match=iio
}

stub_bus 0x18
modprobe st_accel_i2c
registers 0x18 0x0f 0x33
lis3dh_at 0 0xc0 0
plug_chip lis3dh 0x18
: >"$WORK/orientationd.conf"
# Numbers with commas, if anything here asked the locale.
LC_ALL=fr_FR.UTF-8 start_daemon --source auto --config "$WORK/orientationd.conf"
subscribe first
check "the kernel's matrix counts where nobody else says anything" status_says 'from sysfs'
check 'in any locale 1.0 is one' await "$WORK/first.out" '"device":"portrait"'

hardware_says '0, 1, 0; -1, 0, 0; 0, 0, 1'
check 'the hardware database comes before the kernel' await "$WORK/first.out" '"device":"landscapeLeft"'
check 'status says where the matrix is from' status_says '0,1,0;-1,0,0;0,0,1 from hardware database; z recomputed from handedness'
hardware_says ' -0 ,-1.0, 0 ;  1,-0,0;0, 0,1.000'
check 'blanks, fractions and -0 are no trouble' await "$WORK/first.out" '"device":"landscapeRight"'
hardware_says '0,-1,0;-1,0,0;0,0,0'
check 'a zero row is refused with the reason' wait_until "$LIMIT" status_says "matrix '0,-1,0;-1,0,0;0,0,0' from hardware database not used"
check "and the kernel's is used instead" await "$WORK/first.out" '"device":"portrait".*"reason":'
hardware_says '0,-1,0;-1,0,0;0,0,1,5'
check 'ten numbers are none' wait_until "$LIMIT" status_says "0,-1,0;-1,0,0;0,0,1,5' from hardware database not used"
hardware_says '0,-1,0;-1,0,0;0,0'
check 'nor are eight' wait_until "$LIMIT" status_says "0,-1,0;-1,0,0;0,0' from hardware database not used"

hardware_says '0,1,0;-1,0,0;0,0,1'
wait_until "$LIMIT" status_says 'from hardware database; z'
printf '[Sensor]\nmatrix = -1,0,0;0,-1,0;0,0,1\n' >"$WORK/orientationd.conf"
kill -HUP "$(cat "$WORK/daemon.pid")"
check 'the configuration comes before the hardware database' await "$WORK/first.out" '"device":"portraitUpsideDown"'
check 'which status says too' status_says '-1,0,0;0,-1,0;0,0,1 from configuration'
rm /etc/udev/hwdb.d/61-sensor-local.hwdb
udevadm hwdb --update
