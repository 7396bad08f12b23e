// SPDX-License-Identifier: GPL-2.0
/*
 * The module's parameters groups, functions, transport, device and name, then what is written to its control file, as texts
 * with zeros between them. Whatever was switched on, nothing stays when the module goes, nor when it is not loaded.
 */
#include "input.h"
#include "../../guest/hypertrace.h"

char **shim_param_groups(void), **shim_param_functions(void), **shim_param_transport(void), **shim_param_device(void);
char **shim_param_name(void);

static u32 last[CPUS];
static u64 called;
static u64 off_groups, on_groups = ~0ULL;

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	(void)a2, (void)a3;
	if ((nr & 0xffffffff) == HT_GROUPS_OFF) {
		CHECK(a0 && !(a0 & a1), "a group is reported as off that was not on, or is on");
		off_groups |= a0;
		on_groups = a1;
	}
	CHECK(nr >> 32 == ++last[shim.cpu], "a running number is missing");
	CHECK((nr & 0xffffffff) >= HT_FUNCTION_ENTRY && (nr & 0xffffffff) <= HT_SWITCH_BATCH, "an event has no meaning");
	called++;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input input = { data, data + size };
	struct task_struct task = { .pid = 1, .tgid = 1, .comm = "task", .real_parent = &task };
	char **parameters[] = { shim_param_groups(), shim_param_functions(), shim_param_transport(), shim_param_device(),
				shim_param_name() };
	char *texts[ARRAY_SIZE(parameters)];
	size_t length;

	shim_reset();
	memset(last, 0, sizeof(last));
	off_groups = 0;
	on_groups = ~0ULL;
	for (int i = 0; i < CPUS; i++)
		shim.on[i] = &task;
	shim.device_size = 64 << take(&input, 1) % 16;
	for (unsigned int i = 0; i < ARRAY_SIZE(parameters); i++)
		*parameters[i] = texts[i] = take_text(&input, &length);
	if (!shim_init()) {
		shim_check();
		while (has_more(&input)) {
			char *text = take_text(&input, &length);
			ssize_t result = shim_control(text, length);

			CHECK(length <= PAGE_SIZE || result < 0, "a text is taken that is too long");
			free(text);
			shim.ns += 1000;
		}
		CHECK(shim_control("all off", 7) == 7, "not all can be switched off");
		CHECK(shim_control("functions", 9) == 9, "the choice of functions cannot be taken back");
		CHECK(!shim_probes[0], "a probe is still there when all is off");
		CHECK(!on_groups || !off_groups, "a group is reported as on when all is off");
		shim_exit();
	}
	shim_check();
	shim_gone();
	for (unsigned int i = 0; i < ARRAY_SIZE(parameters); i++)
		free(texts[i]);
	return 0;
}
