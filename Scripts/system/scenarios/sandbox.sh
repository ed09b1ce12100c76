# The sandbox, from the inside: a program in the daemon's place tries to get out.
# limit: 900
. /guest/lib.sh

install_build
load_hid
plug_tablet
udevadm settle

# What lies there everybody may use, so that nothing but the sandbox refuses it.
mkdir -m 777 /open /home/open
echo secret >/home/open/secret
touch /etc/open /usr/open /var/open /run/open
modprobe -a fuse loop || true
chmod 666 /etc/open /usr/open /var/open /run/open /dev/uhid /dev/kmsg /dev/fuse /dev/loop-control
node=/dev/$(basename "$SENSOR")

(cd / && setpriv --reuid=orientationd --regid=orientation --clear-groups /tests/escape) >"$WORK/outside"
check 'without it nearly all of it is possible' test "$(grep -c '^ALLOWED' "$WORK/outside")" -ge 20

drop_in=/run/systemd/system/orientationd.service.d/zz-escape.conf
mkdir -p "$(dirname $drop_in)"
cat >$drop_in <<END
[Service]
Type=oneshot
WatchdogSec=0
ExecStart=
ExecStart=/tests/escape $node $SENSOR/buffer/enable
ExecPaths=/tests/escape
StandardOutput=file:$WORK/inside
END
systemctl daemon-reload
systemctl stop orientationd.service
check 'a program takes the place of the daemon' systemctl start orientationd.service
while read -r verdict what; do
    case $verdict in
        refused) pass "refused: $what" ;;
        works) pass "works: $what" ;;
        *) fail "$verdict: $what" ;;
    esac
done <"$WORK/inside"
check 'all of it was tried' grep -q 'buffer/enable' "$WORK/inside"

rm -rf $drop_in /open /home/open /etc/open /usr/open /var/open /run/open
systemctl daemon-reload
