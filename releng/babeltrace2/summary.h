/* SPDX-License-Identifier: EPL-2.0 */
/* sink.hypertrace.summary: the VMs of hosts' traces, their exits by reason, and what is missing. */
#ifndef HT_SUMMARY_H
#define HT_SUMMARY_H

#include <babeltrace2/babeltrace.h>
#include <stdio.h>

#include "host_reader.h"

/* Prints what is missing or contradictory in a line; nothing, if nothing is. dropped: events without a place in the output. */
void ht_summarize(FILE *to, const struct ht_timeline *timeline, const struct ht_host_reader *reader, uint64_t dropped);


bt_component_class_initialize_method_status ht_summary_init(bt_self_component_sink *self, bt_self_component_sink_configuration *configuration,
	const bt_value *params, void *data);
void ht_summary_finalize(bt_self_component_sink *self);
bt_component_class_sink_graph_is_configured_method_status ht_summary_begin(bt_self_component_sink *self);
bt_component_class_sink_consume_method_status ht_summary_consume(bt_self_component_sink *self);

#endif
