/* SPDX-License-Identifier: EPL-2.0 */
#include "params.h"

#include <string.h>

struct reading {
	bt_self_component *self;
	const char *const *names;
	const char **values;
	int count;
	bool wrong;
};

static bt_value_map_foreach_entry_const_func_status one(const char *key, const bt_value *value, void *data)
{
	struct reading *r = data;

	for (int i = 0; i < r->count; i++) {
		if (strcmp(key, r->names[i]) == 0 && bt_value_is_string(value)) {
			r->values[i] = bt_value_string_get(value);
			return BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_OK;
		}
	}
	r->wrong = true;
	HT_FAIL(r->self, "The parameter %s is unknown, or no text; use %s%s%s.", key, r->names[0], r->count > 1 ? " or " : "",
		r->count > 1 ? r->names[1] : "");
	return BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_OK;
}

bool ht_params(bt_self_component *self, const bt_value *params, const char *const *names, const char **values, int count)
{
	struct reading r = {self, names, values, count, false};

	return bt_value_map_foreach_entry_const(params, one, &r) == BT_VALUE_MAP_FOREACH_ENTRY_CONST_STATUS_OK && !r.wrong;
}
