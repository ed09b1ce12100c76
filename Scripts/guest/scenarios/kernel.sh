# The guest itself: what the other scenarios stand on.
. /guest/lib.sh

load_hid
check 'virtual HID devices can be made' [ -c /dev/uhid ]
check 'udev is there to pass events on' udevadm control --ping
