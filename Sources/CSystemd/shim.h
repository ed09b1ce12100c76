#pragma once
#include <signal.h>
#include <linux/netlink.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
#include <systemd/sd-hwdb.h>
#include <systemd/sd-login.h>
#include <unistd.h>

/* Enumerators and macros that Swift cannot name. */

static inline sd_bus_vtable bus_vtable_start(void) {
    return (sd_bus_vtable) SD_BUS_VTABLE_START(0);
}

/* Without arguments and results. Everybody may call it: who may do what is decided by the handler. */
static inline sd_bus_vtable bus_vtable_method(const char *name, sd_bus_message_handler_t handler) {
    return (sd_bus_vtable) SD_BUS_METHOD(name, "", "", handler, SD_BUS_VTABLE_UNPRIVILEGED);
}

static inline sd_bus_vtable bus_vtable_property(const char *name, const char *signature, sd_bus_property_get_t getter) {
    return (sd_bus_vtable) SD_BUS_PROPERTY(name, signature, getter, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE);
}

static inline sd_bus_vtable bus_vtable_end(void) {
    return (sd_bus_vtable) SD_BUS_VTABLE_END;
}

/* memfd_create(2), which the C library shows only to programs that ask for all of GNU; 1 is MFD_CLOEXEC. */
static inline int make_memory_file(const char *name) {
    return (int) syscall(SYS_memfd_create, name, 1U);
}
