# Shared by the host side of the system tests; sourced, never run. Sets the directories and says things.
# shellcheck shell=sh

system_scripts=$(cd "$(dirname "$0")" && pwd)
system_tree=$(cd "$system_scripts/../.." && pwd)
# Roots, builds and logs; git ignores it. Several trees may share one: GUEST_DIR=/somewhere.
system_dir=${GUEST_DIR:-$system_tree/.guest}/system
# The Debian that is booted, and the one that the programs are built in.
guest_root=$system_dir/root
build_root=$system_dir/build-root
# What the guest sees as /tests.
share=$system_dir/share

say() {
    printf 'system: %s\n' "$*" >&2
}

die() {
    say "$*"
    exit 1
}

# The Debian release that everything is tested on.
suite=trixie

# make_root DIRECTORY PACKAGES: a fresh Debian there, unless one with the same packages is there already.
make_root() {
    [ "$(cat "$1.packages" 2>/dev/null)" = "$2" ] && [ -d "$1" ] && return
    say "making $(basename "$1") of Debian $suite; this takes some minutes the first time"
    rm -rf --one-file-system "$1" "$1.packages"
    mmdebstrap --quiet --variant=minbase --include="$2" "$suite" "$1"
    printf '%s' "$2" >"$1.packages"
}

# in_root DIRECTORY COMMAND...: in that root, with the kernel's file systems, which are gone afterwards.
in_root() (
    root=$1
    shift
    for name in proc sys dev; do
        mount --rbind "/$name" "$root/$name"
        mount --make-rslave "$root/$name"
    done
    # shellcheck disable=SC2064 # now
    trap "for name in dev sys proc; do umount --recursive --lazy '$root'/\$name; done" EXIT
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@" </dev/null
)
