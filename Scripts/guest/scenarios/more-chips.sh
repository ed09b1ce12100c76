# More drivers of real chips, each turned through its poses: word and byte registers, three scales.
# limit: 400
. /guest/lib.sh

# poses NAME SET ZERO PLUS MINUS: has SET write x, y and z of four poses, and checks what a subscriber is told.
poses() {
    name=$1
    set_axes=$2
    "$set_axes" "$3" "$5" "$3"
    start_daemon --source "iio:$name"
    subscribe "$name"
    check "$name: upright is portrait" await "$WORK/$name.out" '"device":"portrait"'
    "$set_axes" "$5" "$3" "$3"
    check "$name: left edge down is landscapeLeft" await "$WORK/$name.out" '"device":"landscapeLeft"'
    "$set_axes" "$3" "$4" "$3"
    check "$name: upside down" await "$WORK/$name.out" '"device":"portraitUpsideDown"'
    "$set_axes" "$3" "$3" "$4"
    check "$name: a chip reports the reaction, so +1 g out of the glass is faceUp" await "$WORK/$name.out" '"device":"faceUp"'
    stop "$name"
    stop daemon
}

kxcj91008_axes() { words 0x0e 0x06 "$@"; }
da280_axes() { words 0x27 0x02 "$@"; }
mc3230_axes() { registers 0x4c 0x00 "$@"; }

stub_bus 0x0e 0x27 0x4c
modprobe -a kxcjk-1013 da280 mc3230

# 12 bits at the top of a word; 512 counts are 1 g.
kxcj91008_axes 0 0xe000 0
plug_chip kxcj91008 0x0e
expect 'kxcj91008: its value' -512 "$(cat "$SENSOR/in_accel_y_raw")"
poses kxcj91008 kxcj91008_axes 0 0x2000 0xe000
unplug_chip 0x0e

# 14 bits at the top of a word; 2048 counts are 1 g.
registers 0x27 0x01 0x13
da280_axes 0 0xe000 0
plug_chip da280 0x27
expect 'da280: its value' -2048 "$(cat "$SENSOR/in_accel_y_raw")"
poses da280 da280_axes 0 0x2000 0xe000
unplug_chip 0x27

# One byte an axis; 85 counts are 1 g.
registers 0x4c 0x18 0x01
registers 0x4c 0x3b 0x19
mc3230_axes 0 0xab 0
plug_chip mc3230 0x4c
expect 'mc3230: its value' -85 "$(cat "$SENSOR/in_accel_y_raw")"
poses mc3230 mc3230_axes 0 0x55 0xab
unplug_chip 0x4c
