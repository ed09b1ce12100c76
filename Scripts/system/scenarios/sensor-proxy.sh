# The bus: what monitor-sensor sees of this daemon and of the real iio-sensor-proxy, one after the other, on the same tablet.
# limit: 900
. /guest/lib.sh

# Poses in mg as a sensor hub reports them, and what they are called.
edges='normal:0,-1000,0 left-up:1000,0,0 bottom-up:0,1000,0 right-up:-1000,0,0 normal:0,-1000,0'
tilts='tilted-up:0,-770,-640 face-up:0,0,-1000 tilted-down:0,-770,640 face-down:0,0,1000 vertical:0,-1000,0'

watch() {
    background "$1" stdbuf -oL monitor-sensor --accel
}

# pose X,Y,Z
pose() {
    # shellcheck disable=SC2046 # three words
    tablet pose $(echo "$1" | tr ',' ' ')
}

# story NAME PATIENCE: goes through it all; what happened is in $WORK/NAME.story, a line each. Every step is waited
# for so many seconds at most.
story() {
    tablet pose 0 -1000 0
    watch "$1-first"
    await "$WORK/$1-first.out" 'Has accelerometer' "$2"
    for step in $edges; do
        pose "${step#*:}"
        wait_until "$2" bus_says AccelerometerOrientation "${step%%:*}" && echo "edge ${step%%:*}" || echo "no edge ${step%%:*}"
    done
    for step in $tilts; do
        pose "${step#*:}"
        wait_until "$2" bus_says AccelerometerTilt "${step%%:*}" && echo "tilt ${step%%:*}" || echo "no tilt ${step%%:*}: $(bus_property AccelerometerTilt)"
    done
    watch "$1-second"
    await "$WORK/$1-second.out" 'Has accelerometer' "$2" && echo 'a second client'
    stop "$1-first" KILL
    pose 1000,0,0
    await "$WORK/$1-second.out" 'left-up' "$2" && echo 'the second goes on when the first is killed'
    tablet unplug
    wait_until "$2" bus_says HasAccelerometer false && echo 'unplugged: no accelerometer' || echo 'unplugged: the name is gone'
    wait_until "$LIMIT" no_sensor accel_3d
    pose -1000,0,0
    tablet plug
    wait_until "$2" bus_says HasAccelerometer true && echo 'plugged in: an accelerometer'
    await "$WORK/$1-second.out" 'right-up' "$2" >/dev/null && echo 'the claim outlives it' || echo 'the claim is lost'
    stop "$1-second"
}

# The tablet is simulated by it, also for the original.
install -m 755 /tests/install/usr/bin/orientationctl /usr/bin/
load_hid
plug_tablet

systemctl unmask iio-sensor-proxy.service
systemctl start iio-sensor-proxy.service
story theirs 20 >"$WORK/theirs.story"
systemctl stop iio-sensor-proxy.service
systemctl mask --now iio-sensor-proxy.service
rm -f /usr/lib/udev/rules.d/80-iio-sensor-proxy.rules /usr/share/dbus-1/system.d/net.hadess.SensorProxy.conf

install_build
check 'it starts with the sensor that is there' wait_until "$LIMIT" active orientationd.service
check 'and has the name' wait_until "$LIMIT" bus_says HasAccelerometer true
story ours "$LIMIT" >"$WORK/ours.story"
cat "$WORK/theirs.story" "$WORK/ours.story"

for step in $edges; do check "edge ${step%%:*}" grep -qx "edge ${step%%:*}" "$WORK/ours.story"; done
for step in $tilts; do check "tilt ${step%%:*}" grep -qx "tilt ${step%%:*}" "$WORK/ours.story"; done
check 'two clients' grep -qx 'a second client' "$WORK/ours.story"
check 'a killed client takes nobody along' grep -qx 'the second goes on when the first is killed' "$WORK/ours.story"
check 'unplugged' grep -qx 'unplugged: no accelerometer' "$WORK/ours.story"
check 'plugged in again' grep -qx 'plugged in: an accelerometer' "$WORK/ours.story"
check 'the claim outlives the sensor' grep -qx 'the claim outlives it' "$WORK/ours.story"
# Where they differ it is for the better, and only there.
diff "$WORK/theirs.story" "$WORK/ours.story" | grep '^[<>]' >"$WORK/differences" || true
expect 'nothing that the original does is missing' '' "$(grep '^<' "$WORK/differences" | grep -v -e 'no edge' -e 'no tilt' -e 'the name is gone' -e 'claim is lost' || true)"
check 'a user without a session may not claim' not setpriv --reuid=65534 --regid=65534 --clear-groups busctl --system call \
    net.hadess.SensorProxy /net/hadess/SensorProxy net.hadess.SensorProxy ClaimAccelerometer
check 'but may release' setpriv --reuid=65534 --regid=65534 --clear-groups busctl --system call \
    net.hadess.SensorProxy /net/hadess/SensorProxy net.hadess.SensorProxy ReleaseAccelerometer

tablet unplug
wait_until "$LIMIT" bus_says HasAccelerometer false
watch early
check 'a claim without a sensor is answered' await "$WORK/early.out" 'No accelerometer'
tablet pose 0 1000 0
tablet plug
check 'and takes effect when one comes' await "$WORK/early.out" 'bottom-up'
stop early

mkdir -p /etc/orientationd/orientationd.conf.d
printf '[Daemon]\nidle-exit = 1s\n' >/etc/orientationd/orientationd.conf.d/idle.conf
systemctl reload orientationd.service
old=$(main_pid)
usleep 6000000
expect 'it stays while there is a sensor, though nobody claims it' "$old" "$(main_pid)"
tablet unplug
check 'it leaves without one' wait_until "$LIMIT" not active orientationd.service
check 'a call on the bus starts it' wait_until "$LIMIT" bus_says HasAccelerometer false
check 'and it leaves again' wait_until "$LIMIT" not active orientationd.service
tablet plug
check 'a sensor starts it' wait_until "$LIMIT" active orientationd.service
check 'which the bus knows' wait_until "$LIMIT" bus_says HasAccelerometer true
rm /etc/orientationd/orientationd.conf.d/idle.conf
systemctl reload orientationd.service
expect 'udev was never behind with the rights' '' "$(journalctl -o cat -u orientationd.service | grep 'Permission denied' || true)"
