// SPDX-License-Identifier: EPL-2.0
/*
 * cluster member NODE HOST | cluster campaign CRASH: an application of which one is active and one stands by, and who upgrades
 * both, one after the other. HOST: the last part of the address to which the application's logger sends. CRASH: the node that
 * fails while the other one restarts, or 0. Each step is a mark, whose text is a standard one or the cluster's own (WORDS=own).
 */
#include "cluster.h"

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "member") && number(argv[2]) <= NODES)
		return member(number(argv[2]), number(argv[3]));
	if (argc == 3 && !strcmp(argv[1], "campaign") && number(argv[2]) <= NODES)
		return campaign(number(argv[2]));
	errx(1, "cluster member NODE HOST | cluster campaign CRASH");
}
