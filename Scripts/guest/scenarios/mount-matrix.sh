# A matrix that somebody edits takes effect at once; one that cannot be is refused with the reason.
. /guest/lib.sh

# udev_says MATRIX: has udev tag all IIO devices with it.
udev_says() {
    mkdir -p /run/udev/rules.d
    echo "SUBSYSTEM==\"iio\", ENV{ACCEL_MOUNT_MATRIX}=\"$1\"" >/run/udev/rules.d/99-matrix.rules
    udevadm control --reload
    udevadm trigger --action=change --subsystem-match=iio
}

await_status() {
    wait_until "$LIMIT" status_says "$1"
}

status_says() {
    orientationctl status | grep -q "$1"
}

load_hid
plug_tablet
start_daemon --source auto
subscribe first
await "$WORK/first.out" '"device":"portrait"'
udev_says ' 0, -1, -0; -1, 0, 0; 0, 0, 1'
check 'an edited matrix turns what is reported, without a restart' await "$WORK/first.out" '"device":"landscapeRight"'
check 'status says where it comes from' sh -c 'orientationctl status | grep -q "0,-1,0;-1,0,0;0,0,1 from udev ACCEL_MOUNT_MATRIX"'
udev_says '1,0,0;0,1,0;0,1,0'
check 'a singular one is refused' await_status 'rows 2 and 3 are equal'
rm /run/udev/rules.d/99-matrix.rules
udevadm control --reload
