# orientationd. The two commands that matter: make run, make test.

PREFIX ?= /usr/local
DESTDIR ?=
SYSCONFDIR ?= /etc
UNITDIR ?= $(PREFIX)/lib/systemd/system
# The bus reads who may own a name in two places only.
BUSPOLICYDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/share,$(SYSCONFDIR))/dbus-1/system.d

SHELL := /bin/bash
.DEFAULT_GOAL := build

BUILD := .build/release
# In CI a warning is an error.
SWIFTFLAGS := $(if $(CI),-Xswiftc -warnings-as-errors)
# Linked so that tables are read-only once the program runs, and with a mark by which a build can be recognized. Without the
# name of the directory, of modules and of hashes of either, so that the same source gives the same bytes everywhere. The C++
# library, of which Swift uses a corner, is linked statically: shared it costs 80 KiB of private memory, 600 KiB resident.
STATIC := .build/static
RELEASE := -c release --static-swift-stdlib -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --build-id \
  -Xswiftc -L$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen $(SWIFTFLAGS)

# A command, header or Python module = the package that brings it, for each kind of work.
BUILD_NEEDS := swift=swiftlang pkg-config=pkg-config ld=binutils /usr/include/stdio.h=libc6-dev /usr/include/c++=libstdc++-14-dev \
  /usr/include/iio.h=libiio-dev /usr/include/systemd/sd-event.h=libsystemd-dev /usr/include/jansson.h=libjansson-dev
TEST_NEEDS := $(BUILD_NEEDS) import:ensurepip=python3-venv jq=jq socat=socat \
  dbus-daemon=dbus-daemon dbus-send=dbus-bin monitor-sensor=iio-sensor-proxy

# What the presenter is tested against; where it cannot be installed those tests are skipped, and say so.
SCREEN_NEEDS := sway=sway grim=grim wayland-info=wayland-utils wlr-randr=wlr-randr Xvfb=xvfb Xephyr=xserver-xephyr \
  Xorg=xserver-xorg-core xrandr=x11-xserver-utils xinput=xinput \
  /usr/lib/xorg/modules/drivers/dummy_drv.so=xserver-xorg-video-dummy

.PHONY: build run test test-long test-fresh test-guest bench lint format install install-sensor-proxy uninstall clean completions pictures need-build need-test fuzz test-asan test-tsan soak

build: need-build
	@mkdir -p $(STATIC)
	@ln -sf "$$(find /usr/lib/gcc -name libstdc++.a | sort -V | tail -n 1)" $(STATIC)/libstdc++.a
	swift build $(RELEASE)

need-build:
	@Scripts/need $(BUILD_NEEDS)

need-test:
	@Scripts/need $(TEST_NEEDS)
	-@Scripts/need $(SCREEN_NEEDS)

# The main job: the machine's accelerometer, or else a bundled recording, and the orientation as it changes.
run: build
	@Scripts/run

test: need-test
	swift build $(SWIFTFLAGS)
	swift test $(SWIFTFLAGS)
	Tests/Programs/run

# Many more of the histories of which `make test` lives through a few; SIMULATION_SEED=N begins with that one.
SIMULATION_SEEDS ?= 5000
test-long: need-test
	SIMULATION_SEEDS=$(SIMULATION_SEEDS) swift test $(SWIFTFLAGS) --filter SimulationTests

# The tests under a sanitizer, and with AddressSanitizer the whole-program tests too.
test-asan: need-test
	@Scripts/sanitize address

test-tsan: need-test
	@Scripts/sanitize thread

# Twenty-four simulated hours under AddressSanitizer and beside it without; with SOAK_SECONDS, so many real ones.
soak: need-test
	@Scripts/soak $(SOAK_SECONDS)

# Made-up bytes for the readers: FUZZ_TARGETS (all of them), FUZZ_SECONDS for each, FUZZ_JOBS at a time.
fuzz: need-test
	@Scripts/fuzz

# Both commands of the README in a fresh Debian 13 root.
test-fresh:
	Scripts/fresh-root

bench: build
	@Scripts/bench

lint: need-build
	@Scripts/need mandoc=mandoc
	swift format lint --strict --recursive Package.swift Sources Tests Examples
	mandoc -T lint -W warning man/*.[1-8]

format: need-build
	swift format --in-place --recursive Package.swift Sources Tests Examples

# systemd waits for the end of a reload from version 253 on; before, a signal is all it knows.
SYSTEMD_253 := $(shell pkg-config --atleast-version=253 libsystemd && echo yes)
UNIT_WORDS := s|@PREFIX@|$(PREFIX)|g;$(if $(SYSTEMD_253),s|@TYPE@|notify-reload|;/@RELOAD@/d,s|@TYPE@|notify|;s|@RELOAD@|ExecReload=/bin/kill -HUP $$MAINPID|)

# The pictures of the README, drawn by the tool itself.
pictures: need-build
	swift build
	Scripts/pictures .build/debug

# Written into the repository, since a package build may not be able to run what it builds.
completions: need-build
	swift build --product orientationctl
	for shell in bash zsh fish; do .build/debug/orientationctl completions $$shell >completions/orientationctl.$$shell; done

# What somebody has set in the configuration stays.
install: build
	install -Dm755 $(BUILD)/orientationd $(DESTDIR)$(PREFIX)/libexec/orientationd
	install -Dm755 $(BUILD)/orientationctl $(DESTDIR)$(PREFIX)/bin/orientationctl
	install -Dm644 Sources/OrientationService/org.orientationd.varlink \
	  $(DESTDIR)$(PREFIX)/share/varlink/org.orientationd.varlink
	test -e $(DESTDIR)$(SYSCONFDIR)/orientationd/orientationd.conf || \
	  install -Dm644 config/orientationd.conf $(DESTDIR)$(SYSCONFDIR)/orientationd/orientationd.conf
	install -d $(DESTDIR)$(UNITDIR)
	sed '$(UNIT_WORDS)' systemd/orientationd.service >$(DESTDIR)$(UNITDIR)/orientationd.service
	install -Dm644 systemd/orientationd.socket $(DESTDIR)$(UNITDIR)/orientationd.socket
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/user
	sed 's|@PREFIX@|$(PREFIX)|g' config/orientation-present.service >$(DESTDIR)$(PREFIX)/lib/systemd/user/orientation-present.service
	install -Dm644 completions/orientationctl.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/orientationctl
	install -Dm644 completions/orientationctl.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_orientationctl
	install -Dm644 completions/orientationctl.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/orientationctl.fish
	install -Dm644 systemd/orientationd.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/orientationd.conf
	install -Dm644 systemd/orientationd.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/72-orientationd.rules
	install -Dm644 systemd/orientationd.catalog $(DESTDIR)$(PREFIX)/lib/systemd/catalog/orientationd.catalog
	for page in man/*.[1-8]; do install -Dm644 $$page $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}; done

# What makes it the stand-in for iio-sensor-proxy, which must not be there then.
install-sensor-proxy:
	install -d $(DESTDIR)$(UNITDIR)/orientationd.service.d
	sed 's|@PREFIX@|$(PREFIX)|g' systemd/sensor-proxy.conf >$(DESTDIR)$(UNITDIR)/orientationd.service.d/sensor-proxy.conf
	install -Dm644 systemd/orientationd-sensor-proxy.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/80-orientationd-sensor-proxy.rules
	install -Dm644 systemd/net.hadess.SensorProxy.conf $(DESTDIR)$(BUSPOLICYDIR)/net.hadess.SensorProxy.conf
	install -Dm644 systemd/net.hadess.SensorProxy.service \
	  $(DESTDIR)$(PREFIX)/share/dbus-1/system-services/net.hadess.SensorProxy.service
	install -Dm644 systemd/net.hadess.SensorProxy.policy \
	  $(DESTDIR)$(PREFIX)/share/polkit-1/actions/net.hadess.SensorProxy.policy

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/libexec/orientationd $(DESTDIR)$(PREFIX)/bin/orientationctl \
	  $(DESTDIR)$(PREFIX)/share/varlink/org.orientationd.varlink \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/orientationctl \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_orientationctl \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/orientationctl.fish \
	  $(DESTDIR)$(UNITDIR)/orientationd.service $(DESTDIR)$(UNITDIR)/orientationd.socket \
	  $(DESTDIR)$(PREFIX)/lib/sysusers.d/orientationd.conf \
	  $(DESTDIR)$(PREFIX)/lib/systemd/user/orientation-present.service \
	  $(DESTDIR)$(PREFIX)/lib/udev/rules.d/72-orientationd.rules \
	  $(DESTDIR)$(PREFIX)/lib/systemd/catalog/orientationd.catalog \
	  $(foreach page,$(wildcard man/*.[1-8]),$(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
	  $(DESTDIR)$(UNITDIR)/orientationd.service.d/sensor-proxy.conf \
	  $(DESTDIR)$(PREFIX)/lib/udev/rules.d/80-orientationd-sensor-proxy.rules \
	  $(DESTDIR)$(BUSPOLICYDIR)/net.hadess.SensorProxy.conf \
	  $(DESTDIR)$(PREFIX)/share/dbus-1/system-services/net.hadess.SensorProxy.service \
	  $(DESTDIR)$(PREFIX)/share/polkit-1/actions/net.hadess.SensorProxy.policy

clean:
	rm -rf .build .guest

-include Scripts/guest/guest.mk Scripts/system/system.mk Scripts/bench-guest/bench.mk
