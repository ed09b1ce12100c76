# The sensor of another machine, through its iiod: found late, lost, and found again.
# limit: 300
. /guest/lib.sh

load_hid
plug_tablet
start_daemon --source iio:ip:127.0.0.1
subscribe first
check 'nobody serves it yet: that is said' wait_until "$LIMIT" sh -c 'orientationctl status | grep -q "no sensors of ip:127.0.0.1"'
background iiod iiod
check 'served late, it is found' await "$WORK/first.out" '"device":"portrait"' 40
tablet pose -1000 0 0
check 'and followed' await "$WORK/first.out" '"device":"landscapeLeft"'
check 'as the reading of a remote sensor' sh -c 'orientationctl status | grep -q "access *polled"'
stop iiod KILL
check 'the connection breaks: unknown, and why' await "$WORK/first.out" '"device":"unknown".*"reason":"sensorLost"' 40
tablet pose 0 1000 0
background iiod iiod
check 'served again, it is found again' await "$WORK/first.out" '"device":"portraitUpsideDown"' 60
check 'for the same subscriber' running first
