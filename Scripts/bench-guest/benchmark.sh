# orientationd and iio-sensor-proxy by turns, with the same virtual tablet.
# limit: 2900
. /guest/lib.sh

PATH=/tests/install/usr/bin:/tests/install/usr/libexec:$PATH
proxy=/usr/libexec/iio-sensor-proxy
version=$(dpkg-query -W -f '${Version}' iio-sensor-proxy)
socket=/run/orientationd/org.orientationd
monitor='orientationctl monitor --json'

table() {
    report "# table: $*"
}

# measure LABEL ARGUMENT...: prints a row of what measure.py finds.
measure() {
    label=$1
    shift
    if row=$(python3 /guest/scenarios/measure.py "$@" 2>>"$WORK/measure.err"); then
        table "| $label | $row |"
        pass "$label: measured"
    else
        fail "$label: measured" "$(tail -n 3 "$WORK/measure.err")"
    fi
}

# running LABEL SUBSCRIBERS CLIENT...: the daemon $WORK/daemon.pid.
running() {
    label=$1
    shift
    # shellcheck disable=SC2048,SC2086 # a command line
    measure "$label" running "$(cat "$WORK/daemon.pid")" "$WORK/tablet.in" "$WORK/tablet.out" $*
}

# proxy_way TYPE: the driver that iio-sensor-proxy takes; its own rules name those that fit, and it takes the buffer first.
proxy_way() {
    mkdir -p /run/udev/rules.d
    echo "SUBSYSTEM==\"iio\", ENV{IIO_SENSOR_PROXY_TYPE}=\"$1\"" >/run/udev/rules.d/85-way.rules
    udevadm control --reload
    udevadm trigger --action=change --subsystem-match=iio
    udevadm settle
}

start_proxy() {
    proxy_way "iio-$1-accel"
    background daemon "$proxy"
    wait_until 60 has_name
}

has_name() {
    busctl --system status net.hadess.SensorProxy
}

load_hid
plug_tablet
printf '[Sensor]\naccess = buffered\n' >"$WORK/buffer.conf"
printf '[Sensor]\naccess = polled\n' >"$WORK/poll.conf"

table "| one subscriber | still: wake-ups/s | CPU ms/s | moving: wake-ups/s | CPU ms/s | turn to notification: median ms | 99 % ms | private KiB | resident KiB | unheld: wake-ups/s |"
table "|---|---|---|---|---|---|---|---|---|---|"
for way in buffer poll; do
    start_proxy "$way"
    running "iio-sensor-proxy $version, $way" 1 monitor-sensor --accel
    stop daemon
    start_daemon --source auto --config "$WORK/$way.conf"
    running "orientationd, $way" 1 "$monitor"
    stop daemon
done
start_daemon --source auto --dbus system
wait_until 60 has_name
running 'orientationd on the bus, buffer' 1 monitor-sensor --accel
stop daemon

table
table "| 100 subscribers | still: wake-ups/s | CPU ms/s | moving: wake-ups/s | CPU ms/s | turn to notification: median ms | 99 % ms | private KiB | resident KiB | unheld: wake-ups/s |"
table "|---|---|---|---|---|---|---|---|---|---|"
start_proxy buffer
running "iio-sensor-proxy $version, buffer" 100 monitor-sensor --accel
stop daemon
printf '[Sensor]\naccess = buffered\n[Socket]\nmax-connections-per-user = 200\n' >"$WORK/many.conf"
start_daemon --source auto --config "$WORK/many.conf"
running 'orientationd, buffer' 100 "$monitor"
stop daemon

table
table "| start to first answer | median ms | shortest | longest |"
table "|---|---|---|---|"
for way in buffer poll; do
    rm -f "$socket"
    measure "orientationd, $way" start "$socket" orientationd --source auto --config "$WORK/$way.conf"
done

table
table "| an answer to Get, polled, while a value of the chip takes | median ms | longest ms |"
table "|---|---|---|"
start_daemon --source auto --config "$WORK/poll.conf"
subscribe first
await "$WORK/first.out" '"device":"portrait"'
measure 'nothing' questions "$socket"
tablet slow 2000
await "$WORK/tablet.out" ' asked'
measure '2 s' questions "$socket"
stop daemon
