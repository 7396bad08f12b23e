/* SPDX-License-Identifier: EPL-2.0 */
/* Files of the product that stand in the plug-in: dictionaries, and the tables of system calls. */
#ifndef HT_RESOURCES_H
#define HT_RESOURCES_H

struct ht_resource {
	const char *name;
	const char *begin;
	const char *end;
};

/* They end with one that has no name. */
extern const struct ht_resource ht_dialect_resources[];
extern const struct ht_resource ht_syscalls_x86_64, ht_syscalls_i386;

#endif
