# The virtual HID accelerometer: `orientationctl simulate`.
# shellcheck shell=sh

# Loads the drivers that a sensor hub needs.
load_hid() {
    modprobe -a uhid hid-generic hid-sensor-hub hid-sensor-accel-3d hid-sensor-trigger
    wait_until "$LIMIT" [ -c /dev/uhid ]
}

# plug_tablet [OPTION]... [TRACE]: starts the virtual accelerometer and waits until the kernel shows it; sets $SENSOR to its
# directory. What the kernel wants of it is in $WORK/tablet.out; it takes commands by `tablet`.
plug_tablet() {
    rm -f "$WORK/tablet.in"
    mkfifo "$WORK/tablet.in"
    exec 9<>"$WORK/tablet.in"
    orientationctl simulate "$@" <&9 >"$WORK/tablet.out" 2>"$WORK/tablet.err" &
    echo $! >"$WORK/tablet.pid"
    tablet_seen=0
    find_tablet
}

# plug_input NAME [OPTION]... [TRACE]: the same as an accelerometer of the input subsystem, with this name.
plug_input() {
    input_name=$1
    shift
    rm -f "$WORK/tablet.in"
    mkfifo "$WORK/tablet.in"
    exec 9<>"$WORK/tablet.in"
    orientationctl simulate --input --name "$input_name" "$@" <&9 >"$WORK/tablet.out" 2>"$WORK/tablet.err" &
    echo $! >"$WORK/tablet.pid"
    tablet_seen=0
    wait_until "$LIMIT" input_named "$input_name"
}

# input_named NAME: prints the event node of that input device.
input_named() {
    for candidate in /sys/class/input/event*; do
        if [ "$(cat "$candidate/device/name")" = "$1" ]; then
            echo "/dev/input/$(basename "$candidate")"
            return
        fi
    done
    return 1
}

# tablet COMMAND: one of those that `orientationctl simulate --help` lists.
tablet() {
    echo "$*" >&9
}

# tablet_mark: what it has said so far is over; tablet_says looks at later lines only.
tablet_mark() {
    tablet_seen=$(wc -l <"$WORK/tablet.out")
}

# tablet_says SENTENCE TEXT...: passes when it says each text, in any order, after the last mark.
tablet_says() {
    sentence=$1
    shift
    for text; do
        wait_until "$LIMIT" tablet_said "$text" && continue
        fail "$sentence" "the sensor was not told '$text', but:" "$(tail -n "+$((tablet_seen + 1))" "$WORK/tablet.out")"
        return
    done
    pass "$sentence"
}

# tablet_said TEXT: succeeds when it has said it after the last mark.
tablet_said() {
    tail -n "+$((tablet_seen + 1))" "$WORK/tablet.out" | cut -d ' ' -f 2- | grep -Fxq -- "$1"
}

# tablet_time TEXT: when it first said it, in ns of CLOCK_BOOTTIME.
tablet_time() {
    awk -v text="$1" '{ time = $1; sub(/^[0-9]+ /, "") } $0 == text { print time; exit }' "$WORK/tablet.out"
}

# tablet_interval_is_at_most MILLISECONDS: succeeds when the kernel has set such an interval last.
tablet_interval_is_at_most() {
    interval=$(sed -n 's/^[0-9]* interval //p' "$WORK/tablet.out" | tail -n 1)
    [ -n "$interval" ] && [ "$interval" -le "$1" ]
}

# Waits until the kernel shows the sensor; sets $SENSOR.
find_tablet() {
    wait_until "$LIMIT" sensor_named accel_3d
    # shellcheck disable=SC2034 # for scenarios
    SENSOR=$(sensor_named accel_3d)
}

# sensor_named NAME: prints the directory of that IIO device.
sensor_named() {
    for candidate in /sys/bus/iio/devices/iio:device*; do
        if [ "$(cat "$candidate/name" 2>/dev/null)" = "$1" ]; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

# no_sensor NAME: succeeds when there is no such IIO device.
no_sensor() {
    ! sensor_named "$1"
}
