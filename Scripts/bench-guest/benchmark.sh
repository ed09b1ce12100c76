# orientationd and iio-sensor-proxy by turns, with the same virtual tablet.
# limit: 3500
. /guest/lib.sh

PATH=/tests/install/usr/bin:/tests/install/usr/libexec:$PATH
proxy=/usr/libexec/iio-sensor-proxy
version=$(dpkg-query -W -f '${Version}' iio-sensor-proxy)
monitor='orientationctl monitor --json'

table() {
    report "# table: $*"
}

# measured SENTENCE SCRIPT ARGUMENT...: puts what the script prints into $rows.
measured() {
    sentence=$1
    script=$2
    shift 2
    if rows=$(python3 "/guest/scenarios/$script.py" "$@" 2>>"$WORK/measure.err"); then
        pass "$sentence: measured"
    else
        fail "$sentence: measured" "$(tail -n 3 "$WORK/measure.err")"
        false
    fi
}

# measure LABEL ARGUMENT...: prints a row of what measure.py finds.
measure() {
    label=$1
    shift
    if measured "$label" measure "$@"; then table "| $label | $rows |"; fi
}

# compare SENTENCE SCRIPT ARGUMENT...: prints the rows that a script makes, one for each daemon.
compare() {
    measured "$@" || return 0
    printf '%s\n' "$rows" | while IFS= read -r row; do table "$row"; done
}

# running LABEL CLIENT...: the daemon $WORK/daemon.pid.
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
    running "iio-sensor-proxy $version, $way" monitor-sensor --accel
    stop daemon
    start_daemon --source auto --config "$WORK/$way.conf"
    running "orientationd, $way" "$monitor"
    stop daemon
done
start_daemon --source auto --dbus system
wait_until 60 has_name
running 'orientationd on the bus, buffer' monitor-sensor --accel
stop daemon

table
table "| 100 connections, buffer | still: wake-ups/s | CPU ms/s | moving: wake-ups/s | CPU ms/s | turn to the middle one: median ms | to the last one: median ms | longest ms | CPU a turn: daemon ms | bus daemon ms | private KiB | resident KiB |"
table "|---|---|---|---|---|---|---|---|---|---|---|---|"
proxy_way iio-buffer-accel
compare '100 connections' crowd 100 2 15 "$version" "$WORK/buffer.conf" "$WORK/tablet.in" "$WORK/tablet.out"

for way in buffer poll; do
    table
    table "| start to first answer, $way | median ms | shortest | longest |"
    table "|---|---|---|---|"
    proxy_way "iio-$way-accel"
    compare "start to first answer, $way" start 10 "$version" "$WORK/$way.conf"
done

table
table "| an answer to Get, polled, while a value of the chip takes | median ms | longest ms |"
table "|---|---|---|"
start_daemon --source auto --config "$WORK/poll.conf"
subscribe first
await "$WORK/first.out" '"device":"portrait"'
measure 'nothing' questions
tablet slow 2000
await "$WORK/tablet.out" ' asked'
measure '2 s' questions
stop daemon
