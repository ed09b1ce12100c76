# The Debian packages in a fresh Debian 13: installed, started by a sensor, upgraded, removed, purged.
# limit: 900
. /guest/lib.sh

# What dpkg's own files and those of the system itself say does not count.
trace_of_us() {
    find / -xdev \( -path /proc -o -path /sys -o -path /tests -o -path /guest -o -path /tmp -o -path /usr/lib/modules -o -path /var/lib/dpkg \
        -o -path /var/log -o -path /run/udev \) -prune -o -iname '*orientation*' -print
    grep -l orientation /etc/passwd /etc/group /etc/shadow 2>/dev/null || true
}

load_hid
export DEBIAN_FRONTEND=noninteractive
systemctl unmask iio-sensor-proxy.service 2>/dev/null || true
check 'the daemon can be installed beside iio-sensor-proxy' dpkg -i /tests/packages/orientationd_*.deb
check 'iio-sensor-proxy is still there' test -x /usr/libexec/iio-sensor-proxy
check 'the socket listens' active orientationd.socket
check 'the stand-in does not go with it' not dpkg -i /tests/packages/orientationd-sensor-proxy_*.deb
dpkg --purge orientationd-sensor-proxy || true
# Later scenarios want it back, and there is no network to get it from.
dpkg -L iio-sensor-proxy | while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done | tar -cf /tmp/iio-sensor-proxy.tar -T - 2>/dev/null
dpkg --purge iio-sensor-proxy
check 'without it, it can be installed' dpkg -i /tests/packages/orientationd-sensor-proxy_*.deb
check 'nothing runs without a sensor' not active orientationd.service

plug_tablet
check 'it starts when an accelerometer appears' wait_until "$LIMIT" active orientationd.service
check 'and serves the bus' wait_until "$LIMIT" bus_says HasAccelerometer true

subscribe kept
check 'a subscriber is told' await "$WORK/kept.out" '"device":"portrait"'
old=$(main_pid)
check 'it can be upgraded' dpkg -i /tests/newer/orientationd_*.deb /tests/newer/orientationd-sensor-proxy_*.deb
check 'the new one runs' wait_until "$LIMIT" new_process "$old"
tablet pose -1000 0 0
check 'the subscriber stays connected and goes on' await "$WORK/kept.out" '"device":"landscapeLeft"'
check 'on the same connection' running kept
expect 'numbers go on' '' "$(sed -n 's/.*"sequence":\([0-9]*\).*/\1/p' "$WORK/kept.out" | awk '$1 < last { print } { last = $1 }')"

check 'the stand-in can be removed' dpkg --remove orientationd-sensor-proxy
check 'which gives the name back' wait_until "$LIMIT" not busctl --system status net.hadess.SensorProxy
check 'and leaves the subscriber' running kept
stop kept
check 'all can be purged' dpkg --purge orientationd-sensor-proxy orientationd
check 'nothing runs any more' not pgrep -x orientationd
# The user and its group stay, as Debian wants it: files may belong to them.
expect 'and nothing is left' '/etc/group /etc/passwd /etc/shadow' "$(trace_of_us | sort | paste -sd ' ')"

tar -C / -xf /tmp/iio-sensor-proxy.tar
systemctl daemon-reload
systemctl mask --now iio-sensor-proxy.service
