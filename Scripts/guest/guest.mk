# Tests in a virtual machine with a real kernel and a virtual accelerometer; see Scripts/guest/README.md.

.PHONY: test-guest guest-shell

test-guest: need-build
	swift build $(SWIFTFLAGS)
	Scripts/guest/run

guest-shell: need-build
	swift build $(SWIFTFLAGS)
	Scripts/guest/run --shell
