#pragma once
#include <linux/input.h>
#include <linux/uinput.h>

/* Request numbers are computed by macros that Swift cannot name. */
static inline unsigned long input_request_axis(unsigned int axis) { return EVIOCGABS(axis); }
static inline unsigned long input_request_clock(void) { return EVIOCSCLOCKID; }
static inline unsigned long input_request_mask(void) { return EVIOCSMASK; }
static inline unsigned long uinput_request_setup(void) { return UI_DEV_SETUP; }
static inline unsigned long uinput_request_axis(void) { return UI_ABS_SETUP; }
static inline unsigned long uinput_request_event_bit(void) { return UI_SET_EVBIT; }
static inline unsigned long uinput_request_key_bit(void) { return UI_SET_KEYBIT; }
static inline unsigned long uinput_request_property_bit(void) { return UI_SET_PROPBIT; }
static inline unsigned long uinput_request_phys(void) { return UI_SET_PHYS; }
static inline unsigned long uinput_request_create(void) { return UI_DEV_CREATE; }

/* The seconds are a field or a macro, depending on the machine's size of time. */
static inline long long input_event_nanoseconds(const struct input_event *event) {
    return (long long)event->input_event_sec * 1000000000 + (long long)event->input_event_usec * 1000;
}
