#pragma once
#include <dlfcn.h>
#include <iio.h>
#include <stdbool.h>
#include <stdio.h>

/* What is used of libiio, found when it is loaded: most machines need nothing of it. */
#define OD_IIO_FUNCTIONS(each) \
    each(create_context_from_uri) each(context_destroy) each(context_set_timeout) each(context_get_devices_count) \
    each(context_get_device) each(device_get_id) each(device_get_name) each(device_get_label) each(device_find_channel) \
    each(device_find_attr) each(device_attr_read) each(device_attr_write) each(channel_find_attr) each(channel_attr_read) \
    each(channel_attr_write)

struct od_iio {
#define OD_MEMBER(name) __typeof__(iio_##name) *name;
    OD_IIO_FUNCTIONS(OD_MEMBER)
#undef OD_MEMBER
};

/* libiio prints what goes wrong, and returns it too. Our own lines do not go through this stream of the C library. */
static inline void od_iio_silence(void) {
    FILE *nowhere = fopen("/dev/null", "we");
    if (nowhere) stderr = nowhere;
}

/* False if the library lacks one of them. */
static inline bool od_iio_find(struct od_iio *iio, void *library) {
#define OD_FIND(name) \
    iio->name = (__typeof__(iio_##name) *)dlsym(library, "iio_" #name); \
    if (!iio->name) return false;
    OD_IIO_FUNCTIONS(OD_FIND)
#undef OD_FIND
    return true;
}
