# Tablet form and lid through evdev: a convertible in laptop form keeps its interface.
. /guest/lib.sh

load_hid
modprobe uinput
modprobe evdev
mkfifo "$WORK/switches"
orientationctl simulate --switches <"$WORK/switches" >"$WORK/switches.out" 2>"$WORK/switches.err" &
exec 4>"$WORK/switches"
await "$WORK/switches.out" ready
printf '[Interface]\nautorotate = tablet-mode\n' >"$WORK/orientationd.conf"
plug_tablet
start_daemon --source auto --config "$WORK/orientationd.conf"
subscribe reader
await "$WORK/reader.out" '"device":"portrait"'

# interface: the interface orientation now.
interface() {
    orientationctl get interface
}
shows() {
    [ "$(interface)" = "$1" ]
}

tablet pose -1000 0 0
await "$WORK/reader.out" '"device":"landscapeLeft"'
expect 'in laptop form the interface stays' portrait "$(interface)"
echo tablet on >&4
check 'in tablet form it follows at once' wait_until "$LIMIT" shows landscapeRight
tablet pose 0 1000 0
check 'and goes on following' await "$WORK/reader.out" '"interface":"portraitUpsideDown"'
echo tablet off >&4
tablet pose 0 -1000 0
check 'opened out of tent form it comes back upright' wait_until "$LIMIT" shows portrait
echo tablet on >&4
tablet pose 1000 0 0
check 'in tablet form again' wait_until "$LIMIT" shows landscapeLeft
echo lid closed >&4
tablet pose 0 -1000 0
check 'the device is reported with the lid closed' await "$WORK/reader.out" '"device":"portrait".*"interface":"landscapeLeft"'
echo lid open >&4
check 'and the interface follows when it opens' wait_until "$LIMIT" shows portrait
echo quit >&4
