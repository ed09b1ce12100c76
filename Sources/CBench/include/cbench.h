#pragma once
#include <stddef.h>

/* Counts the numbers in a CSV file: reads it in blocks and does nothing but find where numbers begin, the least that any
 * reader has to do. Returns -1 if the file cannot be read. */
long cbench_count_numbers(const char *path);

/* What a fan-out costs at the least: the same bytes to each of the sockets, with nothing but `send`. Returns the processor
 * time of it in nanoseconds, or -1 if a socket did not take them all; `elapsed` gets the time that passed. */
long cbench_send_all(const int *sockets, size_t count, const void *bytes, size_t size, long *elapsed);
