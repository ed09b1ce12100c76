#include "cbench.h"

#include <sys/socket.h>
#include <time.h>

static long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

long cbench_send_all(const int *sockets, size_t count, const void *bytes, size_t size, long *elapsed) {
    long wall = now(CLOCK_MONOTONIC);
    long begin = now(CLOCK_THREAD_CPUTIME_ID);
    int short_ones = 0;
    for (size_t i = 0; i < count; i++) {
        ssize_t sent = send(sockets[i], bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        short_ones += sent != (ssize_t)size;
    }
    long end = now(CLOCK_THREAD_CPUTIME_ID);
    *elapsed = now(CLOCK_MONOTONIC) - wall;
    return short_ones ? -1 : end - begin;
}
