/* SPDX-License-Identifier: EPL-2.0 */
/* What the programs of the lab's guests have in common. */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#ifndef CONTROL
#define CONTROL "/sys/kernel/debug/hypertrace/control"
#endif

/* Of this machine's own clock, in ns. */
static inline int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

static inline long number(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || *end || value < 0)
		errx(1, "'%s' is no number", text);
	return value;
}

/* Reported to the host; the console costs too much time for what is measured. */
static inline void mark(long value, const char *text)
{
	static int control = -1;
	char line[64];
	int length = snprintf(line, sizeof(line), "mark %ld %s\n", value, text);

	if (control < 0 && (control = open(CONTROL, O_WRONLY)) < 0)
		err(1, "the tracer's control file");
	if (write(control, line, length) != length)
		err(1, "mark");
}
