/* SPDX-License-Identifier: EPL-2.0 */
/* Reads Babeltrace's messages of host traces as events of hosts. */
#ifndef HT_HOST_READER_H
#define HT_HOST_READER_H

#include <babeltrace2/babeltrace.h>

#include "core/timeline.h"

struct ht_host_reader {
	struct ht_event_class *classes;
	struct ht_stream *streams;
	const void *traces[256]; /* hosts by number */
	int hosts;
	int *tids; /* thread by host and CPU that contexts showed last, + 1 */
	const bt_packet *packet; /* of the last event, with its CPU */
	int cpu;
	uint64_t discarded; /* events that the tracers discarded */
	uint64_t uncounted;
};

/* Passes what a message shows on to the timeline. Its time; INT64_MIN: it has none. */
int64_t ht_host_read(struct ht_host_reader *reader, const bt_message *message, struct ht_timeline *to);
/* The hostname of a host's trace, NULL: it has none. */
const char *ht_host_name(const struct ht_host_reader *reader, int host);
void ht_host_reader_free(struct ht_host_reader *reader);

#endif
