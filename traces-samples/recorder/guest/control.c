// SPDX-License-Identifier: GPL-2.0
/* The one file, /sys/kernel/debug/hypertrace/control: reading gives the status and the commands, writing gives commands. */
#include <linux/ctype.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>
#include "hypertrace.h"
#include "boot.h"

/* One command after the other: each may change what another uses. */
static DEFINE_MUTEX(ht_control_lock);

static const char ht_help[] =
	"# commands: on GROUPS | off GROUPS | all off | batch on|off | functions NAME,NAME... | exit-only on|off\n"
	"#   transport hypercall|ring|both [PCI ADDRESS] | transport ring GROUPS [PCI ADDRESS] (others by hypercall) |\n"
	"#   depth N | tid N (0 = all) | mark VALUE [TEXT] | ready [NAME] | shutdown [NAME] | dump | flush\n";

static int ht_status(struct seq_file *file, void *unused)
{
	struct ht_group **each;
	unsigned int i;

	mutex_lock(&ht_control_lock);
	seq_printf(file, "instruction %s\nevents %llu\nbatch %s\nexit-only %s\ndepth %u\ntid %d\nmissed functions %lu\nrelayed %lld\n",
		   ht_instruction(), ht_sent(), ht_batching ? "on" : "off", ht_exit_only ? "on" : "off", ht_depth_limit,
		   ht_only_tid, ht_functions_missed, atomic64_read(&ht_relayed));
	seq_printf(file, "forged %lld\nunnumbered %lld\nin rings %llu\n", atomic64_read(&ht_forged),
		   atomic64_read(&ht_unnumbered), ht_ring_written());
	for (each = ht_groups; *each; each++) {
		seq_printf(file, "group %s %s", (*each)->name, (*each)->on ? "on" : "off");
		for (i = 0; i < (*each)->count; i++)
			if ((*each)->on && !(*each)->probes[i].tracepoint)
				seq_printf(file, " without:%s", (*each)->probes[i].name);
		seq_putc(file, '\n');
	}
	mutex_unlock(&ht_control_lock);
	seq_puts(file, ht_help);
	return 0;
}

static int ht_open(struct inode *inode, struct file *file)
{
	return single_open(file, ht_status, NULL);
}

static int ht_on_off(const char *value, bool *on)
{
	if (strcmp(value, "on") && strcmp(value, "off"))
		return -EINVAL;
	*on = value[1] == 'n';
	return 0;
}

static int ht_mark(char *argument)
{
	char *text = argument;
	char *word = strsep(&text, " ");
	u64 value;

	if (kstrtou64(word, 0, &value))
		return -EINVAL;
	preempt_disable_notrace();
	ht_send(HT_MARK, ht_here(), value, 0, 0);
	if (text)
		ht_send_text(HT_TEXT_MARK, text, strlen(text));
	preempt_enable_notrace();
	return 0;
}

/* By whoever is about to end user space. */
static void ht_requested(const char *what)
{
	ht_send_stage(HT_SHUTDOWN, *what ? what : "shutdown");
#ifndef MODULE
	ht_graph_shutdown(false);
#endif
}

/* @argument: hypercall, ring or both; groups with commas between them; the address of the device, which has colons */
static int ht_transport_command(char *argument)
{
	char *name = strsep(&argument, " ");
	char *groups = "", *address = "", *word;
	int err;

	while ((word = strsep(&argument, " "))) {
		if (strchr(word, ':'))
			address = word;
		else if (*word)
			groups = word;
	}
	err = ht_transport_set(name, groups, address);
	ht_hello_all();
	ht_introduce();
	return err;
}

static int ht_command(char *line)
{
	char *argument = line;
	char *word = strsep(&argument, " ");
	bool on;

	argument = argument ? skip_spaces(argument) : line + strlen(line);
	if (!strcmp(word, "on"))
		return ht_set_groups(argument, true);
	if (!strcmp(word, "off"))
		return ht_set_groups(argument, false);
	if (!strcmp(word, "all") && !strcmp(argument, "off"))
		return ht_set_groups("all", false);
	if (!strcmp(word, "batch")) {
		if (ht_on_off(argument, &on))
			return -EINVAL;
		ht_batch_set(on);
		return 0;
	}
	if (!strcmp(word, "exit-only")) {
		if (ht_on_off(argument, &on))
			return -EINVAL;
		WRITE_ONCE(ht_exit_only, on);
		ht_flush_all();
		return 0;
	}
	if (!strcmp(word, "functions"))
		return ht_functions_choose(argument);
	if (!strcmp(word, "transport"))
		return ht_transport_command(argument);
	if (!strcmp(word, "depth")) {
		unsigned int depth;
		int err = kstrtouint(argument, 0, &depth);

		if (!err)
			WRITE_ONCE(ht_depth_limit, depth);
		return err;
	}
	if (!strcmp(word, "tid")) {
		int tid, err = kstrtoint(argument, 0, &tid);

		if (!err)
			WRITE_ONCE(ht_only_tid, tid);
		return err;
	}
	if (!strcmp(word, "mark"))
		return ht_mark(argument);
	if (!strcmp(word, "ready"))
		ht_send_stage(HT_READY, *argument ? argument : "ready");
	else if (!strcmp(word, "shutdown"))
		ht_requested(argument);
	else if (!strcmp(word, "dump"))
		ht_dump_tasks();
	else if (!strcmp(word, "flush"))
		ht_flush_all();
	else
		return -EINVAL;
	return 0;
}

static ssize_t ht_write(struct file *file, const char __user *from, size_t length, loff_t *at)
{
	char *text, *line, *rest;
	int err = 0;

	if (length > PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(from, length);
	if (IS_ERR(text))
		return PTR_ERR(text);
	rest = text;
	mutex_lock(&ht_control_lock);
	while (!err && (line = strsep(&rest, "\n"))) {
		line = strim(line);
		if (*line)
			err = ht_command(line);
	}
	mutex_unlock(&ht_control_lock);
	kfree(text);
	return err ? err : (ssize_t)length;
}

static const struct file_operations ht_operations = {
	.owner = THIS_MODULE,
	.open = ht_open,
	.read = seq_read,
	.write = ht_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static struct dentry *ht_folder;

int ht_control_start(void)
{
	ht_folder = debugfs_create_dir("hypertrace", NULL);
	debugfs_create_file("control", 0600, ht_folder, NULL, &ht_operations);
	return PTR_ERR_OR_ZERO(ht_folder);
}

void ht_control_stop(void)
{
	debugfs_remove_recursive(ht_folder);
}
