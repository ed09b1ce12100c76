# A sensor hub sleeps while nothing moves, is left as it was found, and is survived when it misbehaves.
# limit: 300
. /guest/lib.sh

# found FILE: a setting of the sensor.
found() {
    cat "$SENSOR/$1"
}

# settings_are TEXT
settings_are() {
    [ "$(found in_accel_sampling_frequency) $(found in_accel_hysteresis) $(found current_timestamp_clock)" = "$1" ]
}

# grown FILE SIZE: succeeds when it is larger than that.
grown() {
    [ "$(wc -c <"$1")" -gt "$2" ]
}

# buffer_is 0|1
buffer_is() {
    [ "$(found buffer/enable)" = "$1" ]
}

load_hid
plug_tablet
echo 1 >"$SENSOR/scan_elements/in_timestamp_en"
before="$(found in_accel_sampling_frequency) $(found in_accel_hysteresis) $(found current_timestamp_clock)"
start_daemon --source auto
subscribe first
check 'upright is portrait' await "$WORK/first.out" '"device":"portrait"'
tablet_says 'still, the hub is asked for changes only' 'sensitivity 50'
tablet_mark
tablet pose -1000 0 0
check 'the first motion out of the sleep is announced' await "$WORK/first.out" '"device":"landscapeLeft"'
tablet_says 'moving, the hub is asked for everything' 'sensitivity 0'
tablet_says 'and sleeps again afterwards' 'sensitivity 50'

stop first
check 'its settings are put back' wait_until "$LIMIT" settings_are "$before"
expect 'with the channels that were enabled, and no others' '1 0' \
    "$(found scan_elements/in_timestamp_en) $(found scan_elements/in_accel_x_en)"

tablet mute
await "$WORK/tablet.out" ' mute'
subscribe second
check 'a buffer that never delivers is given up for raw values' await "$WORK/second.out" '"device":"landscapeLeft"'
tablet pose 0 -1000 0
check 'which follow the device too' await "$WORK/second.out" '"device":"portrait"'
stop second
tablet unmute
wait_until "$LIMIT" settings_are "$before"

echo 100 >"$SENSOR/in_accel_sampling_frequency"
iio_readdev -T 60000 -b 4 -s 100000 accel_3d >"$WORK/other" 2>"$WORK/other.err" &
other=$!
wait_until "$LIMIT" grown "$WORK/other" 0
subscribe third
check 'while another program has the buffer, raw values do' await "$WORK/third.out" '"device":"portrait"'
size=$(wc -c <"$WORK/other")
check 'and its stream goes on' wait_until "$LIMIT" grown "$WORK/other" "$size"
expect 'at its own rate' 100.000000 "$(found in_accel_sampling_frequency)"
stop third
kill "$other"
wait "$other" || true

subscribe fourth
await "$WORK/fourth.out" '"device":"portrait"'
wait_until "$LIMIT" buffer_is 1
stop daemon KILL
expect 'a daemon that is killed leaves the buffer on' 1 "$(found buffer/enable)"
start_daemon --source auto
subscribe fifth
check 'the next one serves all the same' await "$WORK/fifth.out" '"device":"portrait"'
