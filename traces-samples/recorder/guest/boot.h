/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HYPERTRACE_BOOT_H
#define HYPERTRACE_BOOT_H

#include <linux/init.h>

/* graph.c: an initcall begins or has ended, on the task that runs */
void ht_graph_initcall(initcall_t function, bool begins);
void ht_graph_shutdown(bool kernel);

#endif
