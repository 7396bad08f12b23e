/* SPDX-License-Identifier: EPL-2.0 */
/* source.hypertrace.ring: what stands in a file of rings. */
#ifndef HT_RING_SOURCE_H
#define HT_RING_SOURCE_H

#include <babeltrace2/babeltrace.h>

bt_component_class_initialize_method_status ht_ring_init(bt_self_component_source *self, bt_self_component_source_configuration *configuration,
	const bt_value *params, void *data);
void ht_ring_finalize(bt_self_component_source *self);
bt_message_iterator_class_initialize_method_status ht_ring_begin(bt_self_message_iterator *self,
	bt_self_message_iterator_configuration *configuration, bt_self_component_port_output *port);
bt_message_iterator_class_next_method_status ht_ring_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity,
	uint64_t *count);
void ht_ring_end(bt_self_message_iterator *self);
/* Recognizes a file of rings by its first bytes. */
bt_component_class_query_method_status ht_ring_query(bt_self_component_class_source *self, bt_private_query_executor *executor,
	const char *object, const bt_value *params, void *data, const bt_value **result);

#endif
