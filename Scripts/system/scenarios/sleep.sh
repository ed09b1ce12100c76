# login1 says that the machine goes to sleep: the service hears it inside its sandbox. The sleep is one of which the clocks
# tell nothing, so that only the bus can have told.
# limit: 180
. /guest/lib.sh

suspend=/run/systemd/system/systemd-suspend.service.d
settings=/etc/orientationd/orientationd.conf.d

install_build
rm -r /usr/lib/systemd/system/orientationd.service.d /usr/lib/udev/rules.d/80-orientationd-sensor-proxy.rules
mkdir -p "$suspend" "$settings"
printf '[Service]\nExecStart=\nExecStart=sleep 15\n' >"$suspend/awake.conf"
printf '[Sensor]\naccess = polled\n' >"$settings/polled.conf"
systemctl daemon-reload
systemctl stop orientationd.service
load_hid
plug_tablet
subscribe first
check 'upright is portrait' await "$WORK/first.out" '"device":"portrait"' 60
tablet_mark
systemctl suspend
tablet_says 'before the machine sleeps the sensor is switched off' 'power off'
tablet_mark
tablet pose -1000 0 0
tablet_says 'when it is awake the sensor is switched on' 'power full'
check 'and the first state is a fresh one' await "$WORK/first.out" '"device":"landscapeLeft"' 60
expect 'without any between' 'portrait landscapeLeft' "$(devices first | grep -v unknown | xargs)"
expect 'and nothing that looks like a fault' 0 "$(grep -c -e stalled -e sensorLost "$WORK/first.out")"
stop first
rm -r "$suspend" "$settings/polled.conf"
systemctl daemon-reload
systemctl stop orientationd.service
tablet quit
