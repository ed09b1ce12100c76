#pragma once
#include <jansson.h>

/* JSON_REAL_PRECISION is a macro with an argument, which Swift does not import. */
static inline size_t od_json_real_precision(int digits) { return JSON_REAL_PRECISION(digits); }
