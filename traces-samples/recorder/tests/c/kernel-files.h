/* SPDX-License-Identifier: GPL-2.0 */
/* Part of kernel.h: modules, files, memory, devices, texts. */
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

/* modules; a parameter is set by its name */
struct kernel_param { int unused; };
struct kernel_param_ops { int (*get)(char *buffer, const struct kernel_param *param); };
#define THIS_MODULE			NULL
#define MODULE_LICENSE(text)		struct kernel_param
#define MODULE_DESCRIPTION(text)	struct kernel_param
#define MODULE_PARM_DESC(name, text)	struct kernel_param
#define module_param(name, type, mode)	__typeof__(&name) shim_param_##name(void) { return &name; } struct kernel_param
#define module_param_named(name, variable, type, mode)	struct kernel_param
#define module_param_cb(name, operations, data, mode) \
	const struct kernel_param_ops *shim_param_##name(void) { return operations; } struct kernel_param
#define module_init(function)		int shim_init(void) { return function(); } struct kernel_param
#define module_exit(function)		void shim_exit(void) { function(); } struct kernel_param
#define core_initcall(function)		int shim_initcall(void) { return function(); } struct kernel_param

/* errors and the log */
#define IS_ERR(p)			((uintptr_t)(p) >= (uintptr_t)-4095)
#define PTR_ERR(p)			((long)(p))
#define PTR_ERR_OR_ZERO(p)		(IS_ERR(p) ? PTR_ERR(p) : 0)
#define ERR_PTR(err)			((void *)(long)(err))
void shim_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define pr_err				shim_log
#define pr_warn				shim_log
#define pr_info				shim_log

/* memory and texts */
#define GFP_KERNEL			0
#define kzalloc(size, flags)		calloc(1, size)
#define kvcalloc(count, size, flags)	calloc((count) ? (count) : 1, size)
#define kfree				free
#define kvfree				free
void *memdup_user_nul(const void *from, size_t length);
#define strsep				shim_strsep
char *shim_strsep(char **text, const char *stops);
char *skip_spaces(const char *text);
char *strim(char *text);
int match_string(const char *const *array, size_t count, const char *text);
int kstrtou64(const char *text, unsigned int base, u64 *to);
int kstrtouint(const char *text, unsigned int base, unsigned int *to);
int kstrtoint(const char *text, unsigned int base, int *to);
int scnprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define sysfs_emit			sprintf
#define div_u64(a, b)			((a) / (b))
#define is_power_of_2(n)		((n) && !((n) & ((n) - 1)))
#define rounddown_pow_of_two(n)		(1ULL << (63 - __builtin_clzll(n)))
#define mul_u64_u64_shr(a, b, shift)	((u64)((unsigned __int128)(a) * (b) >> (shift)))
#define test_bit(bit, bits)		(*(bits) >> (bit) & 1)

/* files */
struct inode { size_t size; };
struct dentry { int unused; };
struct address_space { int unused; };
struct file { struct inode *inode; struct address_space *f_mapping; };
struct seq_file { size_t written; };
struct file_operations {
	void *owner;
	int (*open)(struct inode *inode, struct file *file);
	ssize_t (*read)(struct file *file, char *to, size_t length, loff_t *at);
	ssize_t (*write)(struct file *file, const char *from, size_t length, loff_t *at);
	loff_t (*llseek)(struct file *file, loff_t at, int whence);
	int (*release)(struct inode *inode, struct file *file);
};
#define seq_read	NULL
#define seq_lseek	NULL
#define single_release	NULL
int single_open(struct file *file, int (*show)(struct seq_file *file, void *data), void *data);
void seq_printf(struct seq_file *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define seq_puts(file, text)		seq_printf(file, "%s", text)
#define seq_putc(file, c)		seq_printf(file, "%c", c)
struct dentry *debugfs_create_dir(const char *name, struct dentry *parent);
struct dentry *debugfs_create_file(const char *name, int mode, struct dentry *parent, void *data, const struct file_operations *operations);
void debugfs_remove_recursive(struct dentry *folder);
#define O_RDWR		2
#define O_NOFOLLOW	0
#define O_NONBLOCK	0
struct file *filp_open(const char *path, int flags, int mode);
#define filp_close(file, id)		((void)(file))
#define file_inode(file)		((file)->inode)
#define i_size_read(inode_)		((inode_)->size)
#define shmem_file(file)		true
struct page { size_t number; };
#define VM_MAP		0
#define PAGE_KERNEL	0
struct page *shmem_read_mapping_page(struct address_space *mapping, unsigned long number);
void *vmap(struct page **pages, unsigned long count, int flags, int protection);
void vunmap(void *memory);
#define set_page_dirty_lock(page)	((void)(page))
void put_page(struct page *page);

/* devices */
struct pci_dev { unsigned int vendor, device; int held, enabled, claimed; };
#define PCI_VENDOR_ID_REDHAT_QUMRANET	0x1af4
#define PCI_DEVFN(slot, function)	((slot) << 3 | (function))
#define IORESOURCE_MEM			1
#define MEMREMAP_WB			1
struct pci_dev *pci_get_domain_bus_and_slot(int domain, unsigned int bus, unsigned int devfn);
#define pci_dev_put(pci)		((void)((pci) && (pci)->held--))
#define pci_enable_device_mem(pci)	((pci)->enabled++, 0)
#define pci_disable_device(pci)		((pci)->enabled--)
#define pci_request_region(pci, bar, owner)	((pci)->claimed ? -EBUSY : ((pci)->claimed++, 0))
#define pci_release_region(pci, bar)	((pci)->claimed--)
#define pci_resource_len(pci, bar)	(shim.device_size)
#define pci_resource_start(pci, bar)	0
#define pci_resource_flags(pci, bar)	IORESOURCE_MEM
void *memremap(u64 at, size_t length, int flags);
void memunmap(void *memory);

/* KVM: what it has of a vCPU */
enum { VCPU_REGS_RIP = 0 };
struct kvm_vcpu {
	int vcpu_id;
	u64 tsc_offset, ratio;
	struct { unsigned long regs_avail; unsigned long regs[1]; } arch;
};
struct kvm_x86_ops {
	void (*get_exit_info)(struct kvm_vcpu *vcpu, u32 *reason, u64 *info1, u64 *info2, u32 *interrupt, u32 *error);
	void (*cache_reg)(struct kvm_vcpu *vcpu, int reg);
};
u64 kvm_read_l1_tsc(struct kvm_vcpu *vcpu, u64 host);

#endif
