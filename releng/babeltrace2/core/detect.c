/* SPDX-License-Identifier: EPL-2.0 */
/* Which dialect a guest uses, by its first hypercalls: the rules of ABI.md, "Older dialects". */
#include "dialect.h"

#define READ_AHEAD 1000
#define MAGIC 0x47545243u

static bool is_p5(unsigned number)
{
	switch (number) {
	case 3000: case 3001: case 3002: case 4001: case 4002: case 5000: case 9000: case 9001: case 9002: case 9003:
	case 10000: case 11001: case 11002: case 12001: case 12002:
		return true;
	default:
		return false;
	}
}

bool ht_detect(struct ht_detector *d, const struct ht_words *words)
{
	int64_t nr = (int64_t)words->word[0];
	uint64_t a0 = words->word[1];
	unsigned number = (unsigned)(nr & 0xffff);

	if (d->seen >= READ_AHEAD || (nr > 0 && nr < 0x64) || words->origin == HT_FROM_USER)
		return d->seen < READ_AHEAD;
	d->seen++;
	d->magic |= number == 0x81 && a0 >> 32 == MAGIC;
	d->version_1 |= number >= 0x66 && number <= 0xa3;
	d->p4 |= (number == 0 && (uint64_t)nr >> 32 == 0) || (number >= 1002 && number <= 1111) || (number == 1001 && a0 >> 32 != 0);
	if (number == 0x64 || number == 0x65) {
		d->functions = true;
		d->functions_use_a3 |= words->word[4] != 0;
	}
	d->has_1000 |= number == 1000;
	d->exit_only |= number == 1000 && words->word[2] == 2;
	d->p1 |= number == 1000 || number == 1001 || number == 2000;
	d->p5 |= is_p5(number);
	return d->seen < READ_AHEAD;
}

bool ht_detector_has_decided(const struct ht_detector *d)
{
	return d->magic || d->version_1 || d->seen >= READ_AHEAD;
}

const char *ht_detector_name(const struct ht_detector *d)
{
	if (d->magic || d->version_1)
		return "hypertrace-1";
	if (d->p4)
		return "p4";
	if (d->functions && !d->functions_use_a3 && d->has_1000)
		return "p3";
	if (d->exit_only)
		return "p2";
	return d->p1 ? "p1" : "hypertrace-1";
}
