// SPDX-License-Identifier: EPL-2.0
/*
 * prober MILLISECONDS FILE: asks each node, again and again after so long, whether it serves and as what, until it is ended by
 * SIGTERM. Runs on the host, whose clock is that of its trace: a witness that knows nothing of what guests report. FILE has a
 * line for each question: node, its number, when it was sent, and when and what was answered, if anything was.
 */
#include "cluster.h"
#include <signal.h>

#define MOST 20000

struct probe {
	int64_t sent, answered;
	int32_t version, role;
};

static struct probe probes[NODES][MOST];
static volatile sig_atomic_t ended;

static void end(int signal)
{
	(void)signal;
	ended = 1;
}

static void ask(int on, int64_t number)
{
	int node;

	for (node = 1; node <= NODES; node++) {
		struct sockaddr_in to = address_of(node);
		struct message question = { .what = ASK, .node = node, .number = number };

		probes[node - 1][number].sent = now();
		send_to(on, &to, &question);
	}
}

static void take(int64_t begun, const struct message *message)
{
	struct probe *probe;

	if (message->what != IS || message->node < 1 || message->node > NODES || message->number < 0 || message->number >= begun)
		return;
	probe = &probes[message->node - 1][message->number];
	if (probe->answered)
		return;
	probe->answered = now();
	probe->version = message->version;
	probe->role = message->role;
}

static void print(const char *path, long milliseconds, int64_t begun)
{
	FILE *file = fopen(path, "w");
	int64_t number;
	int node;

	if (!file)
		err(1, "%s", path);
	fprintf(file, "# period %lld ns\nnode,number,sent,answered,version,role\n", milliseconds * MILLISECOND);
	for (number = 0; number < begun; number++)
		for (node = 0; node < NODES; node++) {
			const struct probe *probe = &probes[node][number];

			fprintf(file, "node-%c,%lld,%lld,", 'a' + node, (long long)number, (long long)probe->sent);
			if (probe->answered)
				fprintf(file, "%lld,%d,%s\n", (long long)probe->answered, probe->version, role_name(probe->role));
			else
				fprintf(file, ",,\n");
		}
	if (fclose(file))
		err(1, "%s", path);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = end };
	struct sockaddr_in from;
	struct message message;
	int64_t begun = 0, next;
	long milliseconds;
	int on;

	if (argc != 3 || (milliseconds = number(argv[1])) < 1)
		errx(1, "prober MILLISECONDS FILE");
	sigaction(SIGTERM, &action, NULL);
	on = open_socket(0);
	for (next = now(); !ended && begun < MOST; next += milliseconds * MILLISECOND) {
		ask(on, begun++);
		while (received(on, &message, &from, next + milliseconds * MILLISECOND) && !ended)
			take(begun, &message);
	}
	print(argv[2], milliseconds, begun);
	return 0;
}
