# Shared by the host side of the guest tests; sourced, never run. Sets the directories and says things.
# shellcheck shell=sh

guest_scripts=$(cd "$(dirname "$0")" && pwd)
guest_tree=$(cd "$guest_scripts/../.." && pwd)
# Everything that is fetched or made stays here; git ignores it. Several trees may share one: GUEST_DIR=/somewhere.
guest_dir=${GUEST_DIR:-$guest_tree/.guest}

say() {
    printf 'guest: %s\n' "$*" >&2
}

die() {
    say "$*"
    exit 1
}

# Debian's kernel, unpacked: this system's, or with GUEST_SUITE=trixie that of another release.
guest_kernel=$guest_dir/kernel${GUEST_SUITE:+-$GUEST_SUITE}

# The newest unpacked kernel, as VERSION; nothing if there is none.
guest_kernel_version() {
    for modules in "$guest_kernel"/lib/modules/* "$guest_kernel"/usr/lib/modules/*; do
        [ -d "$modules" ] && basename "$modules"
    done | sort -V | tail -n 1
}
