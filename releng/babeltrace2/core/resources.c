/* SPDX-License-Identifier: EPL-2.0 */
#include "resources.h"

#include <stddef.h>

/* The assembler finds the files in the folders that the Makefile names. */
#define INCLUDE(symbol, file) \
	__asm__(".section .rodata\n" #symbol "_begin:\n.incbin \"" file "\"\n" #symbol "_end:\n.byte 0\n.previous\n"); \
	extern const char symbol##_begin[] __attribute__((visibility("hidden"))), symbol##_end[] __attribute__((visibility("hidden")));

INCLUDE(ht_hypertrace_1, "hypertrace-1.json")
INCLUDE(ht_p1, "p1.json")
INCLUDE(ht_p2, "p2.json")
INCLUDE(ht_p3, "p3.json")
INCLUDE(ht_p4, "p4.json")
INCLUDE(ht_p5, "p5.json")
INCLUDE(ht_x86_64, "x86-64.txt")
INCLUDE(ht_i386, "i386.txt")

const struct ht_resource ht_dialect_resources[] = {
	{"hypertrace-1", ht_hypertrace_1_begin, ht_hypertrace_1_end}, {"p1", ht_p1_begin, ht_p1_end}, {"p2", ht_p2_begin, ht_p2_end},
	{"p3", ht_p3_begin, ht_p3_end}, {"p4", ht_p4_begin, ht_p4_end}, {"p5", ht_p5_begin, ht_p5_end}, {NULL, NULL, NULL}};
const struct ht_resource ht_syscalls_x86_64 = {"x86-64", ht_x86_64_begin, ht_x86_64_end};
const struct ht_resource ht_syscalls_i386 = {"i386", ht_i386_begin, ht_i386_end};
