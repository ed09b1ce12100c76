# Tests in a Debian 13 with systemd, and its packages; see Scripts/system/README.md.

.PHONY: test-system system-shell test-arm64 deb deb-reproducible

test-system:
	Scripts/system/run

system-shell:
	Scripts/system/run --shell

# Builds and tests for 64-bit Arm, translated by QEMU: takes hours.
test-arm64:
	Scripts/system/arm64

# Debian packages, built in a fresh Debian 13 root, into out/.
deb:
	Scripts/system/prepare
	Scripts/system/build --packages

# Two builds in different places, compared byte by byte.
deb-reproducible:
	Scripts/system/reproduce
