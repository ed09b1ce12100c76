# Where no udev runs, the kernel's own events tell of sensors.
. /guest/lib.sh

no_udev() {
    ! pidof systemd-udevd
}

load_hid
plug_tablet
await "$WORK/tablet.out" ' started'
udevadm settle
# Told to exit it first waits for its workers.
# shellcheck disable=SC2046 # several processes
kill -KILL $(pidof systemd-udevd)
wait_until "$LIMIT" no_udev
rm -f /run/udev/control
start_daemon --source auto
subscribe first
check 'a sensor that is there is used' await "$WORK/first.out" '"device":"portrait"'
tablet unplug
check 'pulled out, it is missed' await "$WORK/first.out" '"reason":"sensorLost"'
wait_until "$LIMIT" no_sensor accel_3d
tablet pose -1000 0 0
tablet plug
check 'plugged in again, it is found' await "$WORK/first.out" '"device":"landscapeLeft"'
tablet quit
wait_until "$LIMIT" not running tablet
modprobe -a uinput evdev
plug_input tilt
check 'an input device is told by its properties' await "$WORK/first.out" '"device":"portrait"'
tablet unplug
wait_until "$LIMIT" not input_named tilt
tablet pose 0 1000 0
tablet plug
check 'and found again too' await "$WORK/first.out" '"device":"portraitUpsideDown"'
/usr/lib/systemd-udevd --daemon
