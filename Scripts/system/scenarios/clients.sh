# Clients that nobody here wrote, and the examples.
# limit: 900
. /guest/lib.sh

install_build
load_hid
plug_tablet

check 'varlinkctl info' sh -c "varlinkctl info $SOCKET | tee $WORK/info | grep -q orientationd"
check 'varlinkctl introspect parses the interface' sh -c "varlinkctl introspect $SOCKET org.orientationd | tee $WORK/introspect | grep -q 'method Monitor'"
check 'and the installed file' varlinkctl validate-idl /usr/share/varlink/org.orientationd.varlink
check 'varlinkctl call' sh -c "varlinkctl call $SOCKET org.orientationd.Get '{\"wait\":5000}' | tee $WORK/call | grep -q portrait"
background more varlinkctl call --more "$SOCKET" org.orientationd.Monitor '{}'
await "$WORK/more.out" portrait
background script /tests/Examples/follow.sh
await "$WORK/script.out" portrait
tablet pose -1000 0 0
check 'varlinkctl --more follows' await "$WORK/more.out" landscapeLeft
check 'socat and jq follow' await "$WORK/script.out" '^landscapeLeft$'
stop more
stop script

systemctl unmask mosquitto.service
systemctl start mosquitto.service
background mqtt /tests/Examples/mqtt.sh 127.0.0.1 tablet
state() { timeout 10 mosquitto_sub -h 127.0.0.1 -t orientation/tablet -C 1 | jq -r .device; }
state_is() { [ "$(state)" = "$1" ]; }
check 'an MQTT broker has the state' wait_until "$LIMIT" state_is landscapeLeft
tablet pose 0 1000 0
check 'and each new one, retained' wait_until "$LIMIT" state_is portraitUpsideDown
pkill -KILL mosquitto_pub
check 'and a last will' wait_until "$LIMIT" state_is unknown
