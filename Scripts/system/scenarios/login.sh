# Who may claim and control: the user whose session is in the foreground at this machine, and nobody who is elsewhere.
# limit: 900
. /guest/lib.sh

install_build
load_hid
plug_tablet
wait_until "$LIMIT" bus_says HasAccelerometer true

# session USER TERMINAL: logs in there, as a display manager does for a desktop, and stays.
session() {
    useradd --create-home --shell /bin/sh "$1"
    systemd-run --quiet --unit="session-of-$1" --uid="$1" --property=PAMName=login --property="TTYPath=/dev/tty$2" \
        --property=StandardInput=tty --setenv=XDG_SEAT=seat0 --setenv="XDG_VTNR=$2" --setenv=XDG_SESSION_TYPE=tty \
        --setenv=XDG_SESSION_CLASS=user sleep infinity
    wait_until "$LIMIT" session_of "$1"
}

# session_of USER: prints its number.
session_of() {
    loginctl list-sessions --no-legend | awk -v user="$1" '$3 == user && $4 == "seat0" { print $1; found = 1 } END { exit !found }'
}

# is_active USER: its session is in the foreground.
is_active() {
    [ "$(loginctl show-session -P Active "$(session_of "$1")")" = yes ]
}

# as USER [--unit=NAME] COMMAND...: like a program that the user's service manager starts, as desktops are.
as() {
    user=$1
    shift
    systemd-run --quiet --pipe --wait --collect --uid="$user" --slice="user-$(id -u "$user").slice" "$@"
}

claim() {
    as "$1" busctl --system call net.hadess.SensorProxy /net/hadess/SensorProxy net.hadess.SensorProxy ClaimAccelerometer
}

# Terminals on which no login prompt comes up.
session alice 8
session bob 9
loginctl activate "$(session_of alice)"
check 'a session comes to the foreground' wait_until "$LIMIT" is_active alice
check 'the other one is not there' not is_active bob

# With polkit it is asked; without it the sessions are looked at.
for judge in polkit sd-login; do
    if [ $judge = sd-login ]; then
        systemctl mask --now polkit.service
        check 'polkit is not there' not systemctl start polkit.service
    fi
    check "$judge: who is in the foreground may claim" claim alice
    check "$judge: who is in the background may not" not claim bob
    check "$judge: nor who has no session" not claim nobody
    check "$judge: but may release" as nobody busctl --system call net.hadess.SensorProxy /net/hadess/SensorProxy \
        net.hadess.SensorProxy ReleaseAccelerometer
done
background desktop as alice --unit=desktop stdbuf -oL monitor-sensor --accel
check 'the desktop of that session follows' await "$WORK/desktop.out" 'normal'
tablet pose 1000 0 0
check 'and turns' await "$WORK/desktop.out" 'left-up'
systemctl stop desktop.service

check 'who is in the foreground may lock the interface' as alice orientationctl lock landscape
check 'and unlock it' as alice orientationctl unlock
check 'who is in the background may not' not as bob orientationctl lock landscape
loginctl activate "$(session_of bob)"
check 'the other session comes to the foreground' wait_until "$LIMIT" is_active bob
check 'and now may' claim bob
check 'but the first no more' not claim alice

systemctl unmask polkit.service
for user in alice bob; do
    systemctl stop "session-of-$user.service"
    wait_until "$LIMIT" not session_of "$user"
    userdel --remove "$user" 2>/dev/null || true
done
