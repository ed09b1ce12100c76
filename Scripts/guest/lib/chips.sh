# Real chip drivers on the kernel's stub bus, where a chip is nothing but registers.
# shellcheck shell=sh

# stub_bus ADDRESS...: an I2C bus on which chips at these addresses are nothing but registers; sets $BUS to its number.
# Once a scenario: the module takes the addresses when it is loaded. It is unloaded after the scenario.
stub_bus() {
    modprobe i2c-dev
    modprobe i2c-stub chip_addr="$(echo "$*" | tr ' ' ',')"
    wait_until "$LIMIT" grep -q 'SMBus stub driver' /sys/bus/i2c/devices/i2c-*/name
    BUS=$(basename "$(dirname "$(grep -l 'SMBus stub driver' /sys/bus/i2c/devices/i2c-*/name)")")
    BUS=${BUS#i2c-}
    wait_until "$LIMIT" [ -c "/dev/i2c-$BUS" ]
}

# registers ADDRESS FIRST VALUE...: writes bytes to registers of a chip on the stub bus, from FIRST on, bound to a driver or not.
registers() {
    write_chip b 1 "$@"
}

# words ADDRESS FIRST VALUE...: writes 16-bit registers, which lie two apart.
words() {
    write_chip w 2 "$@"
}

# write_chip MODE STRIDE ADDRESS FIRST VALUE...: MODE as i2cset has it.
write_chip() {
    mode=$1
    stride=$2
    chip=$3
    register=$(($4))
    shift 4
    for value; do
        i2cset -f -y "$BUS" "$chip" "$(printf '0x%02x' "$register")" "$value" "$mode"
        register=$((register + stride))
    done
}

# plug_chip NAME ADDRESS: has the kernel's driver bind to a chip on the stub bus; sets $SENSOR.
plug_chip() {
    echo "$1 $2" >"/sys/bus/i2c/devices/i2c-$BUS/new_device"
    wait_until "$LIMIT" chip_at "$2"
    # shellcheck disable=SC2034 # for scenarios
    SENSOR=$(chip_at "$2")
}

# unplug_chip ADDRESS
unplug_chip() {
    echo "$1" >"/sys/bus/i2c/devices/i2c-$BUS/delete_device"
}

# chip_at ADDRESS: prints the IIO directory of the chip.
chip_at() {
    for candidate in "/sys/bus/i2c/devices/$BUS-00${1#0x}"/iio:device*; do
        [ -e "$candidate/name" ] && echo "/sys/bus/iio/devices/$(basename "$candidate")" && return
    done
    return 1
}
