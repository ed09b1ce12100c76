# What scenarios with systemd need besides the helpers of Scripts/guest/lib.
# shellcheck shell=sh

# A whole Debian is slower than the guest of Scripts/guest; a wait ends with its event and not with the limit.
# shellcheck disable=SC2034 # for scenarios
LIMIT=60
SOCKET=/run/orientationd/org.orientationd

# install_build: puts the programs, units, rules and bus files of this build in, as an administrator does after `make install`.
install_build() {
    # Programs of an earlier scenario may still run.
    cp -a --remove-destination /tests/install/. /
    systemd-sysusers
    systemctl daemon-reload
    udevadm control --reload
    journalctl --update-catalog
    systemctl reload dbus || true
    # The sensors that are there already get the new rules.
    udevadm trigger --subsystem-match=iio --action=change
    udevadm settle
    systemctl start orientationd.socket
}

# active UNIT: succeeds while it is active.
active() {
    systemctl is-active --quiet "$1"
}

# main_pid: the process of the service.
main_pid() {
    systemctl show -P MainPID orientationd.service
}

# new_process OLD: succeeds when another process than that serves, and is ready.
new_process() {
    active orientationd.service && [ "$(main_pid)" != "$1" ] && [ "$(main_pid)" != 0 ]
}

# property NAME: of the service.
property() {
    systemctl show -P "$1" orientationd.service
}

# bus_property NAME: of the sensor service on the system bus, without its type.
bus_property() {
    busctl --system get-property net.hadess.SensorProxy /net/hadess/SensorProxy net.hadess.SensorProxy "$1" | cut -d ' ' -f 2- | tr -d '"'
}

# bus_says NAME VALUE: succeeds when the property has that value.
bus_says() {
    [ "$(bus_property "$1")" = "$2" ]
}

# last_is NAME DEVICE: succeeds when the last line that subscriber NAME got names that orientation.
last_is() {
    tail -n 1 "$WORK/$1.out" | grep -q "\"device\":\"$2\""
}
