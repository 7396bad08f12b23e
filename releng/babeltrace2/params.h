/* SPDX-License-Identifier: EPL-2.0 */
#ifndef HT_PARAMS_H
#define HT_PARAMS_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>

/* Reads text parameters. false: one is unknown or no text, which is reported as the component's error. */
bool ht_params(bt_self_component *self, const bt_value *params, const char *const *names, const char **values, int count);

/* Reports a sentence as the cause of the component's failure. */
#define HT_FAIL(self, ...) BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_COMPONENT(self, __VA_ARGS__)

#endif
