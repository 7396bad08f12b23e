/* SPDX-License-Identifier: EPL-2.0 */
/* The plug-in of Babeltrace 2: what virtual machines report, for the command line. */
#include <babeltrace2/babeltrace.h>

#include "decode.h"
#include "ring_source.h"
#include "summary.h"

BT_PLUGIN_MODULE();
BT_PLUGIN(hypertrace);
BT_PLUGIN_DESCRIPTION("What virtual machines report by hypercalls and rings");
BT_PLUGIN_LICENSE("EPL-2.0");

BT_PLUGIN_FILTER_COMPONENT_CLASS(decode, ht_decode_next);
BT_PLUGIN_FILTER_COMPONENT_CLASS_DESCRIPTION(decode, "Decode guest events from the hypercalls in hosts' kernel traces");
BT_PLUGIN_FILTER_COMPONENT_CLASS_HELP(decode, "Parameters: manifest=FILE (hypertrace.json), dialect=NAME or FILE.");
BT_PLUGIN_FILTER_COMPONENT_CLASS_INITIALIZE_METHOD(decode, ht_decode_init);
BT_PLUGIN_FILTER_COMPONENT_CLASS_FINALIZE_METHOD(decode, ht_decode_finalize);
BT_PLUGIN_FILTER_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD(decode, ht_decode_begin);
BT_PLUGIN_FILTER_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_FINALIZE_METHOD(decode, ht_decode_end);

BT_PLUGIN_SOURCE_COMPONENT_CLASS(ring, ht_ring_next);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_DESCRIPTION(ring, "Read a file of rings that guests, and hosts for them, write");
BT_PLUGIN_SOURCE_COMPONENT_CLASS_HELP(ring, "Parameters: inputs=[FILE], dialect=NAME or FILE.");
BT_PLUGIN_SOURCE_COMPONENT_CLASS_INITIALIZE_METHOD(ring, ht_ring_init);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_FINALIZE_METHOD(ring, ht_ring_finalize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_QUERY_METHOD(ring, ht_ring_query);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD(ring, ht_ring_begin);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_FINALIZE_METHOD(ring, ht_ring_end);

BT_PLUGIN_SINK_COMPONENT_CLASS(summary, ht_summary_consume);
BT_PLUGIN_SINK_COMPONENT_CLASS_DESCRIPTION(summary, "Print VMs, their exits by reason, and losses");
BT_PLUGIN_SINK_COMPONENT_CLASS_HELP(summary, "Parameter: manifest=FILE (hypertrace.json).");
BT_PLUGIN_SINK_COMPONENT_CLASS_INITIALIZE_METHOD(summary, ht_summary_init);
BT_PLUGIN_SINK_COMPONENT_CLASS_FINALIZE_METHOD(summary, ht_summary_finalize);
BT_PLUGIN_SINK_COMPONENT_CLASS_GRAPH_IS_CONFIGURED_METHOD(summary, ht_summary_begin);
