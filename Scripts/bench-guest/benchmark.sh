# orientationd and iio-sensor-proxy by turns, each with one subscriber of orientations, with the same virtual tablet.
# limit: 2900
. /guest/lib.sh

PATH=/tests/install/usr/bin:/tests/install/usr/libexec:$PATH
proxy=/usr/libexec/iio-sensor-proxy

# measure NAME WAY CLIENT...: has the daemon $WORK/daemon.pid measured through a client's eyes; prints its row.
measure() {
    label="$1, $2"
    shift 2
    if row=$(python3 /guest/scenarios/measure.py "$(cat "$WORK/daemon.pid")" "$WORK/tablet.in" "$WORK/tablet.out" "$@" \
        2>>"$WORK/measure.err"); then
        report "# table: | $label | $row |"
        pass "$label: measured"
    else
        fail "$label: measured" "$(tail -n 3 "$WORK/measure.err")"
    fi
}

# proxy_way TYPE: the driver that iio-sensor-proxy takes; its own rules name those that fit, and it takes the buffer first.
proxy_way() {
    mkdir -p /run/udev/rules.d
    echo "SUBSYSTEM==\"iio\", ENV{IIO_SENSOR_PROXY_TYPE}=\"$1\"" >/run/udev/rules.d/85-way.rules
    udevadm control --reload
    udevadm trigger --action=change --subsystem-match=iio
    udevadm settle
}

has_name() {
    busctl --system status net.hadess.SensorProxy
}

load_hid
plug_tablet
report "# table: | daemon | still: wake-ups/s | CPU ms/s | moving: wake-ups/s | CPU ms/s | turn to notification: median ms | 99 % ms | private KiB | resident KiB | unheld: wake-ups/s |"
report "# table: |---|---|---|---|---|---|---|---|---|---|"

for way in buffer poll; do
    proxy_way "iio-$way-accel"
    background daemon "$proxy"
    wait_until 60 has_name
    measure "iio-sensor-proxy $(dpkg-query -W -f '${Version}' iio-sensor-proxy)" "$way" monitor-sensor --accel
    stop daemon
done

printf '[Sensor]\naccess = buffered\n' >"$WORK/buffer.conf"
printf '[Sensor]\naccess = polled\n' >"$WORK/poll.conf"
for way in buffer poll; do
    start_daemon --source auto --config "$WORK/$way.conf"
    measure orientationd "$way" orientationctl monitor --json
    stop daemon
done
start_daemon --source auto --dbus system
wait_until 60 has_name
measure 'orientationd on the bus' buffer monitor-sensor --accel
stop daemon
