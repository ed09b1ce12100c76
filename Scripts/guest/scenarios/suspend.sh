# The machine sleeps and wakes up under a subscriber. The kernel's own test of suspending stops all devices and clocks for
# some seconds, which is as far as a guest without a wake-up timer can go.
# limit: 240
. /guest/lib.sh

load_hid
plug_tablet
start_daemon --source auto
subscribe first
await "$WORK/first.out" '"device":"portrait"'
tablet_says 'still, the hub sleeps' 'sensitivity 50'
tablet_mark
echo core >/sys/power/pm_test
check 'the machine suspends' sh -c 'echo mem >/sys/power/state'
tablet_says 'the kernel has switched the hub off meanwhile, and on again' 'power off' 'power full' 'reporting all'
tablet_says 'after the resume everything is asked for' 'sensitivity 0'
tablet pose 0 1000 0
check 'and the next turn is announced' await "$WORK/first.out" '"device":"portraitUpsideDown"'
check 'by the same daemon' running daemon
