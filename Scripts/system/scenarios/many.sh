# Many connections across a kill. The service manager compares each descriptor with all that it keeps, which takes an emulated
# machine minutes for the 4,096 that there may be.
# limit: 900
. /guest/lib.sh

install_build
load_hid
plug_tablet

ulimit -n 8192
background crowd python3 /guest/lib/crowd.py "$SOCKET" 1000
check '1,000 subscribers get the state' await "$WORK/crowd.out" '^all have it: portrait$' 240
check 'all are kept' wait_until 120 sh -c '[ "$(systemctl show -P NFileDescriptorStore orientationd.service)" = 1001 ]'
old=$(main_pid)
kill -KILL "$old"
check 'killed, a new one takes over' wait_until 120 new_process "$old"
tablet pose -1000 0 0
check 'all of them hear of the next turn, on the same connection' await "$WORK/crowd.out" '^all have it: landscapeLeft$' 240
check 'nobody was lost' not grep -q lost "$WORK/crowd.out"
check 'they are still kept' test "$(property NFileDescriptorStore)" -ge 1001
stop crowd
check 'when they leave, none is kept' wait_until 120 sh -c '[ "$(systemctl show -P NFileDescriptorStore orientationd.service)" -le 1 ]'
