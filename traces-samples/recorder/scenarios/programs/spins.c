// SPDX-License-Identifier: EPL-2.0
/*
 * spins TIMES CPUS ITERATIONS: a process on each CPU does so many iterations, all at once, that often. Prints how long each
 * took by this machine's own clock.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/wait.h>
#include "lab.h"

#define MOST 64

struct worker {
	int start[2], end[2];
};

static struct worker workers[MOST];

/* Until its parent ends; it shares with it the ends that the parent writes to, of those before it, too. */
static void work(int cpu, long iterations)
{
	cpu_set_t only;
	char word;
	int other;

	for (other = 0; other <= cpu; other++)
		close(workers[other].start[1]);

	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	if (sched_setaffinity(0, sizeof(only), &only))
		err(1, "CPU %d", cpu);
	while (read(workers[cpu].start[0], &word, 1) == 1) {
		int64_t before = now();
		volatile long i;

		for (i = 0; i < iterations; i++)
			;
		before = now() - before;
		if (write(workers[cpu].end[1], &before, sizeof(before)) != sizeof(before))
			err(1, "worker");
	}
	exit(0);
}

int main(int argc, char **argv)
{
	long times, cpus, iterations, time, cpu;

	if (argc != 4 || (cpus = number(argv[2])) > MOST)
		errx(1, "spins TIMES CPUS ITERATIONS");
	times = number(argv[1]);
	iterations = number(argv[3]);
	for (cpu = 0; cpu < cpus; cpu++) {
		if (pipe(workers[cpu].start) || pipe(workers[cpu].end))
			err(1, "pipe");
		if (!fork())
			work(cpu, iterations);
	}
	for (time = 1; time <= times; time++) {
		mark(time, "spin");
		for (cpu = 0; cpu < cpus; cpu++)
			if (write(workers[cpu].start[1], "s", 1) != 1)
				err(1, "start");
		printf("guest: spin %ld took", time);
		for (cpu = 0; cpu < cpus; cpu++) {
			int64_t took;

			if (read(workers[cpu].end[0], &took, sizeof(took)) != sizeof(took))
				err(1, "end");
			printf(" %lld", (long long)took);
		}
		mark(time, "done");
		printf("\nguest: mark %ld spin\nguest: mark %ld done\n", time, time);
	}
	for (cpu = 0; cpu < cpus; cpu++)
		close(workers[cpu].start[1]);
	while (wait(NULL) > 0)
		;
	return 0;
}
