// SPDX-License-Identifier: EPL-2.0
/*
 * The controller: upgrades the secondary, switches over, upgrades the former primary, commits. It asks each node what it is,
 * again and again, and answers those that join and their loggers meanwhile. Each step is a mark.
 */
#include "cluster.h"

static struct message nodes[NODES + 1]; /* what each is to be when it joins; [0] is unused */
static int on;
static long step;

static const char *name_of(int node)
{
	return node == 1 ? "node-a" : "node-b";
}

/* @standard, @own: texts, with %s where the node's name stands */
static void reports(const char *standard, const char *own, const char *node)
{
	char text[64];

	snprintf(text, sizeof(text), words(standard, own), node);
	report(++step, text);
}

/* Answers others until an answer with this number is there. @answer may be that of nobody: then it only waits */
static bool wait_for(struct message *answer, int64_t number, int64_t until)
{
	struct sockaddr_in from;

	while (received(on, answer, &from, until)) {
		struct message ok = { .what = OK };

		if (answer->what == JOIN && answer->node >= 1 && answer->node <= NODES)
			send_to(on, &from, &nodes[answer->node]);
		else if (answer->what == LOG)
			send_to(on, &from, &ok);
		else if (answer->what == IS && answer->number == number)
			return true;
	}
	return false;
}

/* @return whether the node has answered within 200 ms, and what it is */
static bool ask(int node, enum what what, int role, struct message *answer)
{
	static int64_t number;
	struct sockaddr_in to = address_of(node);
	struct message question = { .what = what, .node = node, .role = role, .number = ++number };

	send_to(on, &to, &question);
	return wait_for(answer, number, now() + 200 * MILLISECOND);
}

static void look_again_later(void)
{
	struct message nobody;

	wait_for(&nobody, -1, now() + 200 * MILLISECOND);
}

/* Sends it as long as it is not what it is to be. */
static void bring(int node, enum what what, int version, int role)
{
	struct message is;

	while (!ask(node, ASK, role, &is) || is.version != version || is.role != role) {
		ask(node, what, role, &is);
		look_again_later();
	}
}

static void upgrade(int node, int fails)
{
	struct message is;

	nodes[node].version = 2;
	nodes[node].role = SECONDARY;
	reports("upgrade restart %s", "%s restarts", name_of(node));
	while (!ask(node, UPGRADE, SECONDARY, &is))
		;
	if (fails) {
		while (ask(node, ASK, SECONDARY, &is) && is.version == 1)
			look_again_later();
		while (!ask(fails, CRASH, SECONDARY, &is) && ask(fails, ASK, SECONDARY, &is))
			;
	}
	bring(node, ASK, 2, SECONDARY);
	reports("upgrade back %s", "%s is back", name_of(node));
}

int campaign(int crash)
{
	struct message is;
	int node, tries;

	for (node = 1; node <= NODES; node++)
		nodes[node] = (struct message) { .what = IS, .node = node, .version = 1, .role = node == 1 ? PRIMARY : SECONDARY };
	on = open_socket(CONTROLLER);
	for (node = 1; node <= NODES; node++)
		bring(node, ASK, 1, nodes[node].role);
	wait_for(&is, -1, now() + SECOND / 2);

	reports("upgrade begin %s", "campaign of the %s begins", "cluster");
	upgrade(2, crash);
	reports("upgrade switch", "switch-over", NULL);
	bring(1, ROLE, 1, SECONDARY);
	bring(2, ROLE, 2, PRIMARY);
	reports("upgrade switched %s", "%s is primary", name_of(2));
	upgrade(1, 0);
	for (node = 1; node <= NODES; node++)
		while (!ask(node, COMMIT, SECONDARY, &is))
			;
	reports("upgrade end", "committed", NULL);
	for (node = 1; node <= NODES; node++) /* one that is off does not answer */
		for (tries = 0; tries < 3 && !ask(node, STOP, SECONDARY, &is); tries++)
			;
	return 0;
}
