# Tests in a Debian 13 with systemd, and its packages; see Scripts/system/README.md.

.PHONY: test-system system-shell deb

test-system:
	Scripts/system/run

system-shell:
	Scripts/system/run --shell

# Debian packages, built in a fresh Debian 13 root, into out/.
deb:
	Scripts/system/prepare
	Scripts/system/build --packages
