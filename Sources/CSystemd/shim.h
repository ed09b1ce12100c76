#pragma once
#include <signal.h>
#include <sys/epoll.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
#include <systemd/sd-hwdb.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>

/* Enumerators and macros that Swift cannot name. */
