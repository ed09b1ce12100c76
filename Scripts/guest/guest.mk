# Tests in a virtual machine with a real kernel and a virtual accelerometer; see Scripts/guest/README.md.

.PHONY: test-guest guest-shell

test-guest:
	swift build
	Scripts/guest/run

guest-shell:
	swift build
	Scripts/guest/run --shell
