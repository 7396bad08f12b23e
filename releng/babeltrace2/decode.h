/* SPDX-License-Identifier: EPL-2.0 */
/* filter.hypertrace.decode: host traces in, what their guests reported out. */
#ifndef HT_COMPONENT_DECODE_H
#define HT_COMPONENT_DECODE_H

#include <babeltrace2/babeltrace.h>

bt_component_class_initialize_method_status ht_decode_init(bt_self_component_filter *self, bt_self_component_filter_configuration *configuration,
	const bt_value *params, void *data);
void ht_decode_finalize(bt_self_component_filter *self);
bt_message_iterator_class_initialize_method_status ht_decode_begin(bt_self_message_iterator *self,
	bt_self_message_iterator_configuration *configuration, bt_self_component_port_output *port);
bt_message_iterator_class_next_method_status ht_decode_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity,
	uint64_t *count);
void ht_decode_end(bt_self_message_iterator *self);

#endif
