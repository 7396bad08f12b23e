// SPDX-License-Identifier: GPL-2.0
/* What kernel.h declares of probes and function graph. */
#include "kernel.h"

/* Functions whose names begin with a letter are there. */
struct kretprobe *shim_probes[80];
static char functions[4096];

static struct kvm_vcpu *running_vcpu(void) { return shim.vcpu; }
static unsigned long linear_rip(struct kvm_vcpu *vcpu) { (void)vcpu; return shim.linear_rip; }
static void exit_info(struct kvm_vcpu *vcpu, u32 *reason, u64 *info1, u64 *info2, u32 *interrupt, u32 *error)
{
	*reason = vcpu->vcpu_id;
	*info1 = *info2 = *interrupt = *error = 0;
}
static void cache_reg(struct kvm_vcpu *vcpu, int reg) { vcpu->arch.regs[reg] = 4711; }
static struct kvm_x86_ops operations = { .get_exit_info = exit_info, .cache_reg = cache_reg };

static unsigned long look_up(const char *name)
{
	return strcmp(name, "kvm_x86_ops") ? 0 : (unsigned long)&operations;
}

static void *address_of(const char *name)
{
	if (!strcmp(name, "kvm_get_linear_rip"))
		return linear_rip;
	if (!strcmp(name, "kvm_get_running_vcpu"))
		return running_vcpu;
	if (!strcmp(name, "kallsyms_lookup_name"))
		return look_up;
	return isalpha((unsigned char)*name) ? &functions[(name[0] * 31 + name[1]) % sizeof(functions)] : NULL;
}

int register_kprobe(struct kprobe *probe)
{
	probe->addr = address_of(probe->symbol_name);
	return probe->addr ? shim_hold(probe) : -ENOENT;
}

void unregister_kprobe(struct kprobe *probe) { shim_give(probe); }

int register_kretprobe(struct kretprobe *probe)
{
	int i = 0;

	CHECK(probe->data_size <= sizeof(((struct kretprobe_instance *)NULL)->data), "an instance has too much");
	probe->kp.addr = address_of(probe->kp.symbol_name);
	if (!probe->kp.addr)
		return -ENOENT;
	for (; shim_probes[i]; i++)
		CHECK(shim_probes[i] != probe && i + 2 < (int)ARRAY_SIZE(shim_probes), "a probe is registered twice, or too many are");
	shim_probes[i] = probe;
	return 0;
}

void unregister_kretprobe(struct kretprobe *probe)
{
	int i = 0, last;

	while (shim_probes[i] && shim_probes[i] != probe)
		i++;
	CHECK(shim_probes[i], "a probe is unregistered that is not registered");
	for (last = i; shim_probes[last + 1]; last++)
		;
	shim_probes[i] = shim_probes[last];
	shim_probes[last] = NULL;
}

struct fgraph_ops *shim_graph;

int register_ftrace_graph(struct fgraph_ops *ops)
{
	CHECK(!shim_graph, "function graph is registered twice");
	shim_graph = ops;
	return 0;
}

void unregister_ftrace_graph(struct fgraph_ops *ops)
{
	CHECK(shim_graph == ops, "function graph is unregistered that is not registered");
	shim_graph = NULL;
}
