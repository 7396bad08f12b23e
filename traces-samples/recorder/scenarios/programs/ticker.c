// SPDX-License-Identifier: EPL-2.0
/*
 * ticker MARK TEXT TIMES MILLISECONDS: sleeps that often for so long, between two marks, and then prints how long each sleep
 * took by this machine's own clock.
 */
#include <sys/prctl.h>
#include "lab.h"

#define MOST 1000

int main(int argc, char **argv)
{
	static int64_t took[MOST];
	struct timespec asked;
	long value, times, i;

	if (argc != 5 || (times = number(argv[3])) > MOST)
		errx(1, "ticker MARK TEXT TIMES MILLISECONDS");
	value = number(argv[1]);
	asked = (struct timespec) { .tv_sec = number(argv[4]) / 1000, .tv_nsec = number(argv[4]) % 1000 * 1000000 };
	if (prctl(PR_SET_TIMERSLACK, 1)) /* the timer is set for when it was asked for */
		err(1, "timer slack");
	mark(value, argv[2]);
	for (i = 0; i < times; i++) {
		int64_t before = now();

		clock_nanosleep(CLOCK_MONOTONIC, 0, &asked, NULL);
		took[i] = now() - before;
	}
	mark(value, argv[2]);
	printf("guest: mark %ld %s\nguest: mark %ld %s\nguest: slept %ld asked %lld took", value, argv[2], value, argv[2], value,
	       asked.tv_sec * SECOND + asked.tv_nsec);
	for (i = 0; i < times; i++)
		printf(" %lld", (long long)took[i]);
	printf("\n");
	return 0;
}
