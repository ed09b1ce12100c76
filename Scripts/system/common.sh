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

# make_root DIRECTORY PACKAGES [OPTION...]: a fresh Debian there, unless one with the same packages is there already.
make_root() {
    root=$1
    packages=$2
    shift 2
    [ "$(cat "$root.packages" 2>/dev/null)" = "$packages" ] && [ -d "$root" ] && return
    say "making $(basename "$root") of Debian $suite; this takes some minutes the first time"
    rm -rf --one-file-system "$root" "$root.packages"
    # What a power failure would leave of it does not matter: it is made anew then.
    if ! mmdebstrap --variant=minbase --dpkgopt=force-unsafe-io --include="$packages" "$@" "$suite" "$root" >"$root.log" 2>&1; then
        # What is said first is the cause, the rest follows from it.
        die "$(basename "$root") could not be made: $(sed -n "/^E: /{s///p;q}" "$root.log" | cut -c -300); all that was said is in $root.log"
    fi
    printf '%s' "$packages" >"$root.packages"
}

# package_list FILE...: the packages that it lists, for make_root.
package_list() {
    grep -hv '^#' "$@" | paste -sd, -
}

# in_root DIRECTORY COMMAND...: in that root, with the kernel's file systems. Those, and whatever it has started, are gone
# with it, however it ends.
in_root() {
    # shellcheck disable=SC2016 # for the shell in the namespace
    unshare --mount --pid --fork --kill-child sh -euc '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        for name in sys dev; do mount --rbind "/$name" "$root/$name"; done
        exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
    ' sh "$@" </dev/null
}

# copy_tree DIRECTORY: this tree there: all that git knows or could know of, so that uncommitted work is tested. Only what
# differs is written, so that a later build sees only that as changed; what has gone from the tree goes there too.
copy_tree() {
    mkdir -p "$1"
    (cd "$system_tree" && git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
        [ -f "$file" ] || continue
        echo "$file"
        cmp -s "$file" "$1/$file" || install -D -m "$(stat -c %a "$file")" "$file" "$1/$file"
    done) | sort >"$1.files"
    (cd "$1" && find . -path ./.build -prune -o -path ./debian/.debhelper -prune -o -type f -print | sed 's|^\./||' | sort) |
        comm -23 - "$1.files" | (cd "$1" && while IFS= read -r file; do rm -f "$file"; done)
}
