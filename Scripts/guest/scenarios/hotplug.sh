# The sensor goes and comes back under a subscriber.
. /guest/lib.sh

load_hid
start_daemon --source auto
subscribe early
plug_tablet
check 'a sensor that comes late is found' await "$WORK/early.out" '"device":"portrait"'

tablet unplug
check 'pulled out: unknown, and why' await "$WORK/early.out" '"device":"unknown".*"reason":"sensorLost"'
wait_until "$LIMIT" no_sensor accel_3d
tablet pose -1000 0 0
tablet_mark
tablet plug
tablet_says 'plugged in again it is switched on without a new subscription' 'power full' 'reporting all'
check 'and the subscriber goes on' await "$WORK/early.out" '"device":"landscapeLeft"'
check 'with the same connection' running early
# Before there was a sensor it may have been told that nothing is known.
expect 'in this order' 'portrait unknown landscapeLeft ' "$(devices early | sed '1{/^unknown$/d}' | tr '\n' ' ')"
