// SPDX-License-Identifier: GPL-2.0
/*
 * Events through memory that is shared with the host, instead of hypercalls or beside them: QEMU's ivshmem-plain, a PCI
 * device whose second region is a file of the host. Nothing leaves the guest for it. A ring keeps the last events; the host
 * reads the file. The running numbers of hypercalls are not in it: a ring has its own. All of the memory is overwritten, and
 * a guest may have such a device for something else: only the one that was named is taken, and only if no driver has it.
 */
#include <linux/io.h>
#include <linux/pci.h>
#include <linux/string.h>
#include <asm/msr.h>
#include <asm/tsc.h>
#include "hypertrace.h"
#include "ring.h"

#define IVSHMEM_DEVICE	0x1110
#define MEMORY		2

static enum ht_transport { HT_BY_CALL, HT_BY_RING, HT_BY_BOTH, HT_BY_GROUP } ht_transport;
static u64 ht_ring_groups; /* of HT_BY_GROUP: bits of the groups in rings; all others go by hypercall */

static struct pci_dev *ht_device;
static void *ht_memory;
static u64 ht_capacity;
static DEFINE_PER_CPU(struct ht_ring *, ht_rings);

/* What an event is sent by if each group has a way of its own: what ties both and what concerns both goes both ways. */
static enum ht_transport ht_way(u32 event)
{
	if (event == HT_HELLO || event == HT_BASE || event == HT_GROUPS_OFF)
		return HT_BY_BOTH;
	return ht_groups_of(event) & READ_ONCE(ht_ring_groups) ? HT_BY_RING : HT_BY_CALL;
}

/* Puts it in the ring if it shall be there. @return whether a hypercall is needed; the caller keeps the task on its CPU */
bool ht_ring_write(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	enum ht_transport transport = READ_ONCE(ht_transport);
	struct ht_ring *ring = raw_cpu_read(ht_rings);

	if (transport == HT_BY_GROUP)
		transport = HT_EVENT_LEVEL(nr) ? ht_way(HT_NESTED) : ht_way(nr & 0xffff);
	if (transport == HT_BY_CALL || !ring)
		return true;
	ht_ring_put(ring, ht_capacity, rdtsc(), ht_cpu(nr), a0, a1, a2, a3);
	return transport == HT_BY_BOTH;
}

/* What a reader finds only in the rings, as HT_BASE has it. */
u32 ht_only_in_rings(void)
{
	switch (READ_ONCE(ht_transport)) {
	case HT_BY_RING:
		return HT_ALL_GROUPS;
	case HT_BY_GROUP:
		return READ_ONCE(ht_ring_groups);
	default:
		return 0;
	}
}

bool ht_has_rings(void)
{
	return READ_ONCE(ht_transport) != HT_BY_CALL;
}

u64 ht_ring_written(void)
{
	struct ht_ring *ring;
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring = per_cpu(ht_rings, cpu);
		sum += ring ? atomic64_read(&ring->head) : 0;
	}
	return sum;
}

/* Each CPU has its ring: a header and as many records as the memory has room for. */
static void ht_ring_lay_out(u64 length)
{
	u64 size = sizeof(struct ht_ring) + ht_capacity * HT_RING_RECORD;
	unsigned int cpu, at = 0;

	memset(ht_memory, 0, length);
	for_each_possible_cpu(cpu) {
		struct ht_ring *ring = ht_memory + at * size;

		at++;
		ring->version = (u64)HT_RING_VERSION << 32 | HT_RING_RECORD;
		ring->capacity = ht_capacity;
		ring->tsc_khz = tsc_khz;
		ring->cpu = cpu + 1;
		ring->next = at < num_possible_cpus() ? at * size : 0;
		smp_store_release(&ring->magic, HT_RING_MAGIC);
		per_cpu(ht_rings, cpu) = ring;
	}
}

/* @address: [domain:]bus:slot.function; @return the device, held; NULL if it is none or no ivshmem-plain */
static struct pci_dev *ht_find_device(const char *address)
{
	unsigned int domain = 0, bus, slot, function;
	struct pci_dev *device;
	char rest;

	if (sscanf(address, "%x:%x:%x.%x%c", &domain, &bus, &slot, &function, &rest) != 4) {
		domain = 0;
		if (sscanf(address, "%x:%x.%x%c", &bus, &slot, &function, &rest) != 3)
			return NULL;
	}
	if (bus > 0xff || slot > 0x1f || function > 7)
		return NULL;
	device = pci_get_domain_bus_and_slot(domain, bus, PCI_DEVFN(slot, function));
	if (!device || (device->vendor == PCI_VENDOR_ID_REDHAT_QUMRANET && device->device == IVSHMEM_DEVICE))
		return device;
	pci_dev_put(device);
	return NULL;
}

static int ht_ring_map(struct pci_dev *device)
{
	u64 length = pci_resource_len(device, MEMORY), room = div_u64(length, num_possible_cpus());

	if (!(pci_resource_flags(device, MEMORY) & IORESOURCE_MEM) || room < sizeof(struct ht_ring) + 2 * HT_RING_RECORD)
		return -ENOSPC;
	ht_memory = memremap(pci_resource_start(device, MEMORY), length, MEMREMAP_WB);
	if (!ht_memory)
		return -ENOMEM;
	ht_capacity = rounddown_pow_of_two((room - sizeof(struct ht_ring)) / HT_RING_RECORD);
	ht_ring_lay_out(length);
	return 0;
}

/* @return 0, or why there are no rings there: then nothing has changed */
static int ht_ring_start(const char *address)
{
	struct pci_dev *device = ht_find_device(address);
	int err;

	if (!device)
		return -ENODEV;
	if (ht_device) {
		err = ht_device == device ? 0 : -EBUSY;
		goto put;
	}
	err = pci_enable_device_mem(device);
	if (err)
		goto put;
	err = pci_request_region(device, MEMORY, "hypertrace");
	if (err)
		goto disable;
	err = ht_ring_map(device);
	if (err)
		goto release;
	ht_device = device;
	return 0;
release:
	pci_release_region(device, MEMORY);
disable:
	pci_disable_device(device);
put:
	pci_dev_put(device);
	return err;
}

/* When nothing sends any more. */
void ht_ring_stop(void)
{
	int cpu;

	if (!ht_device)
		return;
	for_each_possible_cpu(cpu)
		per_cpu(ht_rings, cpu) = NULL;
	memunmap(ht_memory);
	pci_release_region(ht_device, MEMORY);
	pci_disable_device(ht_device);
	pci_dev_put(ht_device);
	ht_device = NULL;
	ht_memory = NULL;
}

/*
 * @name: hypercall, ring or both; @groups: with ring those that go there, the others by hypercall; empty: all go there;
 * @address: of the device, may be empty for hypercall and where there are rings already
 */
int ht_transport_set(const char *name, const char *groups, const char *address)
{
	static const char * const names[] = { "hypercall", "ring", "both" };
	int which = match_string(names, ARRAY_SIZE(names), name);
	u64 some = 0;
	int err = 0;

	if (which < 0)
		return -EINVAL;
	if (*groups) {
		if (which != HT_BY_RING || !ht_groups_named(groups, &some))
			return -EINVAL;
		which = HT_BY_GROUP;
	}
	if (which != HT_BY_CALL && (*address || !ht_device))
		err = ht_ring_start(address);
	if (!err) {
		/* what waits goes the way it was meant to */
		ht_flush_all();
		WRITE_ONCE(ht_ring_groups, some);
		WRITE_ONCE(ht_transport, which);
	} else if (!*address) {
		pr_warn(HT_LOG "transport %s needs the PCI address of an ivshmem-plain device, e.g. 00:04.0\n", name);
	} else {
		pr_warn(HT_LOG "'%s' is no ivshmem-plain device with room for rings that is free: error %d\n", address, err);
	}
	return err;
}
