#pragma once
#include <signal.h>
#include <linux/netlink.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
#include <systemd/sd-hwdb.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>

/* Enumerators and macros that Swift cannot name. */
