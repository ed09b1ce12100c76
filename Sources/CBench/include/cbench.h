#pragma once
#include <stddef.h>

/* Counts the numbers in a CSV file: reads it in blocks and does nothing but find where numbers begin, the least that any
 * reader has to do. Returns -1 if the file cannot be read. */
long cbench_count_numbers(const char *path);
