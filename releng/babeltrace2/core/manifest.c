/* SPDX-License-Identifier: EPL-2.0 */
/* What of a recording's manifest, hypertrace.json, the decoder needs: names of VMs, their threads and dialects. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define MAX_VMS 4096

const struct ht_manifest_vm *ht_manifest_of(const struct ht_manifest *manifest, int pid)
{
	for (size_t i = 0; i < manifest->count && pid >= 0; i++)
		if (manifest->vms[i].pid == pid)
			return &manifest->vms[i];
	return NULL;
}

static char *text(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	return json_is_string(value) ? strdup(json_string_value(value)) : NULL;
}

static void read_vm(json_t *object, struct ht_manifest_vm *vm)
{
	json_t *pid = json_object_get(object, "pid"), *vcpus = json_object_get(object, "vcpus"), *vcpu;
	json_t *nested = json_object_get(object, "nested");
	size_t i;

	vm->name = text(object, "name");
	vm->dialect = text(object, "dialect");
	if (json_array_size(nested) == 1)
		vm->inner = text(json_array_get(nested, 0), "name");
	vm->pid = json_is_integer(pid) ? (int)json_integer_value(pid) : HT_UNKNOWN;
	vm->vcpus = calloc(json_array_size(vcpus) + 1, sizeof(int));
	json_array_foreach(vcpus, i, vcpu)
		if (vm->vcpus && json_is_integer(vcpu))
			vm->vcpus[vm->vcpu_count++] = (int)json_integer_value(vcpu);
}

/* Channel "both": each record of a guest is a hypercall, too. */
static void find_ring(json_t *root, json_t *vms, struct ht_manifest *manifest)
{
	json_t *channel = json_object_get(root, "channel"), *vm;
	size_t i;

	if (json_is_string(channel) && strcmp(json_string_value(channel), "both") == 0)
		return;
	json_array_foreach(vms, i, vm) {
		json_t *first = json_array_get(json_object_get(vm, "rings"), 0);

		if (json_is_string(first) && !manifest->ring)
			manifest->ring = strdup(json_string_value(first));
	}
}

bool ht_manifest_read(const char *file, struct ht_manifest *manifest, char **error)
{
	json_error_t wrong;
	json_t *root = json_load_file(file, JSON_REJECT_DUPLICATES, &wrong), *vms = json_object_get(root, "vms"), *vm;
	size_t i;

	if (!json_is_array(vms) || json_array_size(vms) > MAX_VMS) {
		if (asprintf(error, "The manifest %s cannot be read: %s.", file, root ? "it has no list of \"vms\"" : wrong.text) < 0)
			*error = NULL;
		json_decref(root);
		return false;
	}
	manifest->vms = calloc(json_array_size(vms) + 1, sizeof(*manifest->vms));
	json_array_foreach(vms, i, vm)
		if (manifest->vms && json_is_object(vm))
			read_vm(vm, &manifest->vms[manifest->count++]);
	find_ring(root, vms, manifest);
	json_decref(root);
	return true;
}

void ht_manifest_free(struct ht_manifest *manifest)
{
	for (size_t i = 0; i < manifest->count; i++) {
		free(manifest->vms[i].name);
		free(manifest->vms[i].dialect);
		free(manifest->vms[i].inner);
		free(manifest->vms[i].vcpus);
	}
	free(manifest->vms);
	free(manifest->ring);
	memset(manifest, 0, sizeof(*manifest));
}
