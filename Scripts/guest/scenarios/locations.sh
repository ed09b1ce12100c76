# Two accelerometers: the one in the base is never the screen's, whoever says so.
# limit: 300
. /guest/lib.sh

# location_rule TEXT: has udev run this rule for all IIO devices.
location_rule() {
    mkdir -p /run/udev/rules.d
    echo "SUBSYSTEM==\"iio\", $1" >/run/udev/rules.d/99-location.rules
    udevadm control --reload
    udevadm trigger --action=change --subsystem-match=iio
    udevadm settle
}

status_says() {
    orientationctl status | grep -Eq "$1"
}

stub_bus 0x18 0x4c
modprobe -a st_accel_i2c mma7660
registers 0x18 0x0f 0x33
registers 0x18 0x28 0 0 0 0xc0 0 0
registers 0x18 0xa8 0 0 0 0xc0 0 0
plug_chip lis3dh 0x18
lis3dh=$SENSOR
registers 0x4c 0 0x16 0 0
plug_chip mma7660 0x4c

start_daemon --source auto
subscribe first
check 'with nothing said the first one by its place is used' status_says '^\* lis3dh .*first of 2 display sensors'
await "$WORK/first.out" '"device":"portrait"'
location_rule 'ATTR{name}=="lis3dh", ENV{ACCEL_LOCATION}="base"'
check 'udev says that it sits in the base: it is not used any more' wait_until "$LIMIT" \
    status_says '^- lis3dh .*sits in the base, says udev ACCEL_LOCATION'
check 'but the other one' status_says '^\* mma7660 '
check 'which the subscriber follows' await "$WORK/first.out" '"device":"landscapeRight"'
location_rule 'ATTR{name}=="lis3dh", ENV{ACCEL_LOCATION}="display"'
check 'udev says that it is the display: used again' wait_until "$LIMIT" status_says '^\* lis3dh '
rm /run/udev/rules.d/99-location.rules
udevadm control --reload
udevadm trigger --action=change --subsystem-match=iio
stop first
stop daemon

# The stub bus cannot give a chip a label: a directory that looks like the device's, over it.
place=$(readlink -f "$lis3dh")
mkdir "$WORK/device"
cp -a "$place"/. "$WORK/device/" 2>/dev/null || true
echo accel-base >"$WORK/device/label"
mount --bind "$WORK/device" "$place"
export SYSTEMD_DEVICE_VERIFY_SYSFS=0
start_daemon --source auto
check 'a label says it too' wait_until "$LIMIT" status_says '^- lis3dh .*sits in the base, says sysfs label accel-base'
check 'and the other one is used' status_says '^\* mma7660 .*the only display sensor'
stop daemon
umount "$place"
