/* SPDX-License-Identifier: EPL-2.0 */
#ifndef HT_EXITS_H
#define HT_EXITS_H

#include <stdint.h>

/* The name of an exit's reason on Intel (isa 1) or AMD (2), NULL: it has none. It may stand in the room. */
const char *ht_exit_name(uint64_t isa, uint64_t reason, char room[24]);

#endif
