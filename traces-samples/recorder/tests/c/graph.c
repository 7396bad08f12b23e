// SPDX-License-Identifier: GPL-2.0
/* The patterns of graph_functions, then functions that begin and end while the scope changes. */
#include "input.h"
#include "../../guest/hypertrace.h"
#include "../../guest/boot.h"

char **shim_param_graph_functions(void), **shim_param_graph_scope(void);

static const char *rest;	/* of the patterns, which have not been set yet */
static bool first;
static unsigned int entries, exits;

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	(void)a0, (void)a1, (void)a2, (void)a3;
	entries += (nr & 0xffff) == HT_FUNCTION_ENTRY;
	exits += (nr & 0xffff) == HT_FUNCTION_EXIT;
}

/* The next one that the kernel takes: not empty, and shorter than 128 characters. */
static void next_pattern(void)
{
	while (*rest == ',' || strcspn(rest, ",") >= 128) {
		rest += strcspn(rest, ",");
		rest += *rest == ',';
	}
}

void ftrace_set_global_filter(char *pattern, int length, int reset)
{
	next_pattern();
	CHECK(length > 0 && (size_t)length == strcspn(rest, ",") && !memcmp(pattern, rest, length) && !pattern[length], "another pattern is set");
	CHECK(!!reset == first, "only the first pattern takes the place of all before");
	first = false;
	rest += length;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static char *const scopes[] = { "all", "initcalls", "shutdown", "some_init" };
	struct input input = { data, data + size };
	struct task_struct tasks[4] = { { .pid = 1 }, { .pid = 2 }, { .pid = 3 }, { .pid = 4 } }, *reported = NULL;
	int scope = take(&input, 1) % 4;
	size_t length;
	char *patterns = take_text(&input, &length);

	shim_reset();
	for (int i = 0; i < CPUS; i++)
		shim.on[i] = &tasks[i];
	CHECK(!shim_init(), "the module is not loaded");
	*shim_param_graph_functions() = patterns;
	*shim_param_graph_scope() = scopes[scope];
	rest = patterns;
	first = true;
	bool all = scope == 0, early = take(&input, 1) & 1;
	if (early)
		CHECK(!ht_group_set(&ht_graph, true) && !shim_graph, "function graph is registered before it can be");
	CHECK(!shim_initcall(), "the initcall fails");
	CHECK(early || !ht_group_set(&ht_graph, true), "the group cannot be switched on");
	next_pattern();
	CHECK(!*rest, "a pattern is not set");
	CHECK(shim_graph, "function graph is not registered");
	while (has_more(&input)) {
		int what = take(&input, 1), depth = take(&input, 1);
		struct ftrace_graph_ent entry = { .func = 0x81000000 + what, .depth = depth };
		struct ftrace_graph_ret ret = { .func = 0x81000000 + what, .depth = depth, .calltime = 1, .rettime = take(&input, 5) };
		bool wanted;

		shim.cpu = what % CPUS;
		switch (what >> 3 & 7) {
		case 0:
			ht_graph_initcall(shim_initcall, true);
			reported = scope == 1 && !all && !reported ? current : reported;
			break;
		case 1:
			ht_graph_initcall(shim_initcall, false);
			reported = scope == 1 && reported == current ? NULL : reported;
			break;
		case 2:
			ht_graph_shutdown(what & 4);
			if (scope == 2) {
				all = !(what & 4);
				reported = current;
			}
			break;
		default:
			wanted = (all || reported == current) && depth < 16;
			entries = 0;
			CHECK(shim_graph->entryfunc(&entry) == wanted && entries == wanted, "a function is reported that is not in the scope, or is not reported");
			exits = 0;
			if (wanted)
				shim_graph->retfunc(&ret);
			CHECK(exits == wanted, "the end of a function is not reported");
		}
		shim_check();
	}
	CHECK(!ht_group_set(&ht_graph, false), "the group cannot be switched off");
	shim_exit();
	shim_gone();
	free(patterns);
	return 0;
}
