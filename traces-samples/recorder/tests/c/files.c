// SPDX-License-Identifier: GPL-2.0
/* What kernel-files.h declares. */
#include <stdarg.h>
#include "kernel.h"

/* texts, as the kernel reads them */
void *memdup_user_nul(const void *from, size_t length)
{
	char *copy = malloc(length + 1);

	memcpy(copy, from, length);
	copy[length] = 0;
	return copy;
}

char *strsep(char **text, const char *stops)
{
	char *begin = *text, *end;

	if (!begin)
		return NULL;
	end = begin + strcspn(begin, stops);
	*text = *end ? end + 1 : NULL;
	*end = 0;
	return begin;
}

char *skip_spaces(const char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	return (char *)text;
}

char *strim(char *text)
{
	size_t length;

	text = skip_spaces(text);
	for (length = strlen(text); length && isspace((unsigned char)text[length - 1]); length--)
		text[length - 1] = 0;
	return text;
}

int match_string(const char *const *array, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(array[i], text))
			return i;
	return -EINVAL;
}

int kstrtou64(const char *text, unsigned int base, u64 *to)
{
	char *end;

	if (!isxdigit((unsigned char)text[*text == '+']))
		return -EINVAL;
	errno = 0;
	*to = strtoull(text, &end, base);
	return errno ? -errno : *end && strcmp(end, "\n") ? -EINVAL : 0;
}

int kstrtouint(const char *text, unsigned int base, unsigned int *to)
{
	u64 value;
	int err = kstrtou64(text, base, &value);

	if (!err && value > UINT_MAX)
		err = -ERANGE;
	if (!err)
		*to = value;
	return err;
}

int kstrtoint(const char *text, unsigned int base, int *to)
{
	u64 value;
	int err = kstrtou64(text + (*text == '-'), base, &value);

	if (!err && value > (u64)INT_MAX + (*text == '-'))
		err = -ERANGE;
	if (!err)
		*to = *text == '-' ? -(s64)value : (s64)value;
	return err;
}

int scnprintf(char *to, size_t size, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(to, size, format, arguments);
	va_end(arguments);
	return length < (int)size ? length : (int)size - 1;
}

bool kmsg_dump_get_buffer(struct kmsg_dump_iter *iter, bool syslog, char *to, size_t size, size_t *length)
{
	(void)iter;
	(void)syslog;
	*length = min(shim.console_length, size);
	memset(to, 'c', *length);
	return *length > 0;
}

/* the control file */
static const struct file_operations *control;
static int (*show)(struct seq_file *file, void *data);

struct dentry *debugfs_create_dir(const char *name, struct dentry *parent)
{
	static struct dentry folder;

	(void)name;
	(void)parent;
	return &folder;
}

struct dentry *debugfs_create_file(const char *name, int mode, struct dentry *parent, void *data, const struct file_operations *operations)
{
	(void)name;
	(void)data;
	CHECK(mode == 0600, "others than root may use the control file");
	control = operations;
	return parent;
}

void debugfs_remove_recursive(struct dentry *folder)
{
	(void)folder;
	control = NULL;
}

int single_open(struct file *file, int (*show_)(struct seq_file *file, void *data), void *data)
{
	(void)file;
	(void)data;
	show = show_;
	return 0;
}

void seq_printf(struct seq_file *file, const char *format, ...)
{
	char line[4096];
	va_list arguments;

	va_start(arguments, format);
	file->written += vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
}

/* What is written to the control file is not ended by a zero. @return what write() returns */
ssize_t shim_control(const char *text, size_t length)
{
	struct seq_file status = { 0 };
	loff_t at = 0;
	char *copy = malloc(length ? length : 1);
	ssize_t result;

	CHECK(control, "there is no control file");
	memcpy(copy, text, length);
	result = control->write(NULL, copy, length, &at);
	free(copy);
	CHECK(result == (ssize_t)length || (result < 0 && result >= -4095), "a write is answered with an impossible number");
	control->open(NULL, NULL);
	show(&status, NULL);
	CHECK(status.written > 100, "the status is empty");
	shim_check();
	return result;
}

/* the device */
static struct pci_dev ivshmem = { .vendor = 0x1af4, .device = 0x1110 }, other = { .vendor = 0x8086, .device = 1 };

struct pci_dev *pci_get_domain_bus_and_slot(int domain, unsigned int bus, unsigned int devfn)
{
	struct pci_dev *found = domain || bus ? NULL : devfn == PCI_DEVFN(0x10, 0) && shim.device_size ? &ivshmem : !devfn ? &other : NULL;

	if (found)
		found->held++;
	return found;
}

void *memremap(u64 at, size_t length, int flags)
{
	(void)at;
	(void)flags;
	CHECK(!shim.device_memory && ivshmem.enabled == 1 && ivshmem.claimed == 1 && length == shim.device_size,
	      "memory is mapped that is not the device's, or not claimed");
	return shim.device_memory = malloc(length);
}

void memunmap(void *memory)
{
	CHECK(memory == shim.device_memory, "memory is unmapped that is not mapped");
	free(memory);
	shim.device_memory = NULL;
}

/* the file behind it, on the host: its pages are pieces of shim.file */
static struct inode inode;
static struct address_space mapping;
static struct file file = { .inode = &inode, .f_mapping = &mapping };
static struct page shown;
static unsigned long pages_held;

struct file *filp_open(const char *path, int flags, int mode)
{
	(void)flags;
	(void)mode;
	inode.size = shim.file_size;
	return *path ? &file : ERR_PTR(-ENOENT);
}

struct page *shmem_read_mapping_page(struct address_space *of, unsigned long number)
{
	(void)of;
	CHECK(number < shim.file_size >> PAGE_SHIFT, "a page is asked for behind the file's end");
	pages_held++;
	return &shown;
}

void put_page(struct page *page)
{
	CHECK(page == &shown && pages_held, "a page is given back that is not held");
	pages_held--;
}

void *vmap(struct page **pages, unsigned long count, int flags, int protection)
{
	(void)pages;
	(void)flags;
	(void)protection;
	CHECK(count == shim.file_size >> PAGE_SHIFT && count == pages_held, "other pages are mapped than are held");
	return count ? shim.file : NULL;
}

void vunmap(void *memory) { CHECK(memory == shim.file, "memory is unmapped that is not mapped"); }

u64 kvm_read_l1_tsc(struct kvm_vcpu *vcpu, u64 host)
{
	return mul_u64_u64_shr(host, vcpu->ratio, 32) + vcpu->tsc_offset;
}
