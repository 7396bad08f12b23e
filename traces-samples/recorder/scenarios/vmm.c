// SPDX-License-Identifier: GPL-2.0
/*
 * vmm ring MODULE FILE | vmm relay RESOURCE: the smallest of VMs, to test what KVM's users cannot be made to do: it makes any
 * hypercall from any privilege, and its thread lives on when it is gone. Prints what is wrong; status 0 if nothing is.
 *   ring   loads the ring writer for itself, and reads what it has written into FILE
 *   relay  reads what the tracer has relayed into the memory of an ivshmem device, e.g. its resource2 in /sys
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <linux/kvm.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEMORY	(2UL << 20)
#define CODE	0x1000UL
#define HIGH	0xffff800000000000UL
#define PML4	0x2000UL
#define PDPT	0x3000UL
#define PD	0x4000UL
#define RECORDS	1024

enum { KERNEL = 0, USER = 3 };

struct ring {
	uint64_t magic, version, capacity, head, tsc_khz, lost, cpu, next;
	struct record { uint64_t number, tsc, event, a[4], ns; } record[];
};

struct vm { int kvm, vm, vcpu; size_t size; struct kvm_run *run; uint8_t *memory; };

static int failed;

static void check(bool good, const char *what)
{
	if (!good) {
		printf("vmm: FAILED %s\n", what);
		failed = 1;
	}
}

static int must(int result, const char *what)
{
	if (result < 0)
		err(2, "%s", what);
	return result;
}

static void begin(struct vm *vm)
{
	vm->kvm = must(open("/dev/kvm", O_RDWR), "/dev/kvm");
	vm->vm = must(ioctl(vm->kvm, KVM_CREATE_VM, 0), "KVM_CREATE_VM");
	vm->memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct kvm_userspace_memory_region region = { .memory_size = MEMORY, .userspace_addr = (uintptr_t)vm->memory };
	must(ioctl(vm->vm, KVM_SET_USER_MEMORY_REGION, &region), "memory");
	vm->vcpu = must(ioctl(vm->vm, KVM_CREATE_VCPU, 0), "KVM_CREATE_VCPU");
	vm->size = must(ioctl(vm->kvm, KVM_GET_VCPU_MMAP_SIZE, 0), "KVM_GET_VCPU_MMAP_SIZE");
	vm->run = mmap(NULL, vm->size, PROT_READ | PROT_WRITE, MAP_SHARED, vm->vcpu, 0);
	if (vm->memory == MAP_FAILED || vm->run == MAP_FAILED)
		err(2, "mmap");
	memcpy(vm->memory + CODE, "\x0f\x01\xd9\xe6\x10", 5); /* vmmcall; out %al, $0x10 */
	uint64_t *table = (uint64_t *)vm->memory;
	table[PML4 / 8] = table[PML4 / 8 + 256] = PDPT | 7;
	table[PDPT / 8] = PD | 7;
	table[PD / 8] = 0x87; /* the first 2 MiB, for all */
}

static void end(struct vm *vm)
{
	munmap(vm->run, vm->size);
	munmap(vm->memory, MEMORY);
	close(vm->vcpu);
	close(vm->vm);
	close(vm->kvm);
}

/* One hypercall: from the upper half of the addresses with privilege 0, or from the lower with 3. */
static void call(struct vm *vm, int privilege, uint64_t nr, uint64_t a0)
{
	struct kvm_sregs s;
	struct kvm_regs r = { .rax = nr, .rbx = a0, .rcx = 1, .rdx = 2, .rsi = 3, .rflags = 0x3002, /* IOPL 3 */
			      .rip = CODE + (privilege == KERNEL ? HIGH : 0) };
	struct kvm_segment code = { .limit = 0xffffffff, .selector = 0x10 | privilege, .type = 11, .present = 1,
				    .dpl = privilege, .s = 1, .l = 1, .g = 1 }, data = code;

	data.selector = 0x18 | privilege;
	data.type = 3;
	data.l = 0;
	data.db = 1;
	must(ioctl(vm->vcpu, KVM_GET_SREGS, &s), "KVM_GET_SREGS");
	s.cs = code;
	s.ds = s.es = s.fs = s.gs = s.ss = data;
	s.cr0 = 0x80000011; /* PG, ET, PE */
	s.cr3 = PML4;
	s.cr4 = 0x20; /* PAE */
	s.efer = 0x500; /* LMA, LME */
	must(ioctl(vm->vcpu, KVM_SET_SREGS, &s), "KVM_SET_SREGS");
	must(ioctl(vm->vcpu, KVM_SET_REGS, &r), "KVM_SET_REGS");
	must(ioctl(vm->vcpu, KVM_RUN, 0), "KVM_RUN");
	if (vm->run->exit_reason != KVM_EXIT_IO)
		errx(2, "exit %d, not the port", vm->run->exit_reason);
}

static struct ring *map(const char *file, size_t size, int flags)
{
	int fd = must(open(file, O_RDWR | flags, 0600), file);
	struct stat status;

	if (flags)
		must(ftruncate(fd, size), "ftruncate");
	must(fstat(fd, &status), "fstat");
	void *memory = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		err(2, "%s", file);
	close(fd);
	return memory;
}

/* What of the host is in the ring: bits 1 an exit, 2 an entry, 4 a switch, 8 a task's id, 16 its name, 32 a CPU. */
static int found(const struct ring *ring)
{
	int bits = 0;

	for (uint64_t i = 0; i < ring->head && i < RECORDS; i++) {
		const struct record *r = &ring->record[i];
		uint32_t event = r->event;

		bits |= event == 0xa0 ? 1 : event == 0xa1 ? 2 : 4;
		if (event == 0xa2 || event == 0xa3)
			bits |= (r->a[0] ? 8 : 0) | (r->a[2] ? 16 : 0);
		bits |= r->a[3] != 0xffff ? 32 : 0;
	}
	return bits;
}

static void live(struct ring *ring, const char *module, const char *parameters, bool orphan)
{
	int fd = must(open(module, O_RDONLY), module);
	struct vm vm;

	must(syscall(SYS_finit_module, fd, parameters, 0), "finit_module");
	close(fd);
	begin(&vm);
	for (int i = 0; i < 20; i++) {
		call(&vm, KERNEL, 0x84, i);
		usleep(1000);
	}
	if (orphan) /* then the thread goes on, and is switched */
		end(&vm);
	for (int i = 0; i < 100; i++)
		usleep(1000);
	if (!orphan)
		end(&vm);
	must(syscall(SYS_delete_module, "hypertrace_ring", 0), "delete_module");
	check(ring->head > 40, "the ring has no records");
}

static void test_ring(const char *module, const char *file)
{
	size_t size = sizeof(struct ring) + RECORDS * sizeof(struct record);
	struct ring *ring = map(file, (size + 4095) & ~4095UL, O_CREAT | O_TRUNC);
	char parameters[300];

	*ring = (struct ring){ 0x31474e4952525447, 1ULL << 32 | 64, RECORDS, 0, 1000, 0, 1, 0 };
	snprintf(parameters, sizeof(parameters), "path=%s tgid=%d", file, getpid());
	live(ring, module, parameters, true);
	check(found(ring) == 7, "the ring has something of the host that was not asked for, or lacks exits, entries or switches");
	ring->head = 0;
	memset(ring->record, 0, RECORDS * sizeof(struct record));
	snprintf(parameters, sizeof(parameters), "path=%s tgid=%d show_host=1", file, getpid());
	live(ring, module, parameters, false);
	check(found(ring) == 63, "the ring lacks tasks and CPUs of the host that were asked for");
	printf("vmm: %llu records in the ring\n", (unsigned long long)ring->head);
}

/* The relayed event with this a0, from all rings of the memory; @return its number nr, 0: there is none */
static uint64_t relayed(const struct ring *ring, uint64_t a0)
{
	const uint8_t *memory = (const uint8_t *)ring;
	uint64_t nr = 0;

	for (;;) {
		for (uint64_t i = 0; i < ring->head && i < ring->capacity; i++)
			if ((ring->record[i].event >> 16 & 0xf) && ring->record[i].a[0] == a0)
				nr = (uint32_t)ring->record[i].event;
		if (!ring->next)
			return nr;
		ring = (const struct ring *)(memory + ring->next);
	}
}

/* A VM of its own process. */
static void in_child(uint64_t a0)
{
	struct vm vm;

	if (fork() == 0) {
		begin(&vm);
		call(&vm, KERNEL, 0x84, a0);
		_exit(0);
	}
	int status;
	wait(&status);
	check(status == 0, "a VM in a child");
}

static void test_relay(const char *resource)
{
	struct ring *ring = map(resource, 0, 0);
	uint64_t text = 3ULL << 32;
	struct vm vm;

	begin(&vm);
	call(&vm, KERNEL, 0x84, 101);
	uint64_t own = relayed(ring, 101) >> 20;
	check((relayed(ring, 101) & 0xfffff) == 0x10084 && own, "an event of a nested kernel has nesting 1 and a number");
	call(&vm, KERNEL, (own + 1) << 20 | 0x84, 102);
	check(relayed(ring, 102) == (own << 20 | 0x10084), "a nested kernel cannot choose its number");
	call(&vm, KERNEL, 1 << 16 | own << 20 | 0x84, 103);
	uint64_t deeper = relayed(ring, 103) >> 20;
	check((relayed(ring, 103) & 0xfffff) == 0x20084 && deeper && deeper != own, "a guest of a nested guest has a number of its own");
	call(&vm, USER, 0x66, 104);
	check(!relayed(ring, 104), "a process of a nested guest cannot switch its tasks");
	call(&vm, USER, 9ULL << 32 | 5 << 20 | 0x84, 105);
	check(relayed(ring, 105) == (own << 20 | 0x10084), "a process of a nested guest may send a mark");
	call(&vm, USER, 0x80, text | 1);
	check(relayed(ring, text | 1) == (own << 20 | 0x10080), "and its text");
	call(&vm, USER, 0x80, (4ULL << 32) | 1);
	check(!relayed(ring, (4ULL << 32) | 1), "but no line of the console");
	call(&vm, USER, 1 << 16 | 0x84, 106);
	check(!relayed(ring, 106), "a process of a nested guest relays for nobody");
	call(&vm, KERNEL, 5, 107);
	check(!relayed(ring, 107), "what is KVM's own is not relayed");
	for (uint64_t i = 0; i < 40; i++)
		call(&vm, KERNEL, 1 << 16 | i << 20 | 0x84, 200 + i);
	check(relayed(ring, 213) >> 20 && !(relayed(ring, 239) >> 20), "one nested VM has few of the numbers");
	/* This VM stays: with the last one KVM patches its code, and the emulator may stand still in that. */
	for (int i = 0; i < 300; i++)
		in_child(1000 + i);
	end(&vm);
	check(relayed(ring, 1000) >> 20 && relayed(ring, 1299) >> 20, "the three hundredth VM has a number, too");
	check(relayed(ring, 1000) != relayed(ring, 1299), "and another one");
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 4 && !strcmp(argv[1], "ring"))
		test_ring(argv[2], argv[3]);
	else if (argc == 3 && !strcmp(argv[1], "relay"))
		test_relay(argv[2]);
	else
		errx(2, "vmm ring MODULE FILE | vmm relay RESOURCE");
	printf("vmm: %s %s\n", argv[1], failed ? "failed" : "passed");
	return failed;
}
