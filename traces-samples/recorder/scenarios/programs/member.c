// SPDX-License-Identifier: EPL-2.0
/*
 * A member of the cluster. It learns from the controller what it is, informs its logger that it starts, and then serves: answers
 * who asks it. Asked to upgrade, it unpacks the new release while it serves, then stops. What it returns is why.
 */
#include "cluster.h"
#include <sys/prctl.h>
#include <sys/wait.h>

enum { STOPPED, FAILED, UPGRADED = 3, CRASHED };

static struct message is = { .what = IS };

static void join(void)
{
	struct sockaddr_in controller = address_of(CONTROLLER), from;
	struct message question = { .what = JOIN, .node = is.node }, answer;
	int on = open_socket(0);

	do
		send_to(on, &controller, &question);
	while (!received(on, &answer, &from, now() + 200 * MILLISECOND) || answer.what != IS || answer.node != is.node);
	is = answer;
	close(on);
}

/* The logger asks its server three times, a second each; then it takes the line without. */
static void logger(int from_application, int to_application, int logs_to)
{
	struct sockaddr_in server = address_of(logs_to), from;
	struct message line = { .what = LOG, .node = is.node }, answer;
	int on = open_socket(0), tries = 0;
	char severity;

	prctl(PR_SET_NAME, "logd");
	while (read(from_application, &severity, 1) == 1) {
		do
			send_to(on, &server, &line);
		while (!received(on, &answer, &from, now() + SECOND) && ++tries < 3);
		if (write(to_application, &severity, 1) != 1)
			exit(1);
	}
	exit(0);
}

static void log_start(int logs_to)
{
	int to[2], from[2];
	char severity = 'i';
	int64_t before = now();

	if (pipe(to) || pipe(from))
		err(FAILED, "pipe");
	if (!fork()) {
		close(to[1]);
		close(from[0]);
		logger(to[0], from[1], logs_to);
	}
	close(to[0]);
	close(from[1]);
	if (write(to[1], &severity, 1) != 1 || read(from[0], &severity, 1) != 1)
		err(FAILED, "the logger");
	close(to[1]);
	close(from[0]);
	wait(NULL);
	printf("guest: waited for the logger %lld ns\n", (long long)(now() - before));
}

static void reports_role(void)
{
	char text[64];

	if (own_words())
		snprintf(text, sizeof(text), "version %d is %s", is.version, role_name(is.role));
	else
		snprintf(text, sizeof(text), "serves as %s version %d", role_name(is.role), is.version);
	report(is.version, text);
}

/* @return its end that is closed when the work is done */
static int prepare(void)
{
	int done[2];

	report(is.version, words("prepares", "unpacks"));
	if (pipe(done))
		err(FAILED, "pipe");
	if (!fork()) {
		execl("/bin/sh", "sh", "-c", "head -c 500000 /bin/sh | gzip -c | gunzip -c | md5sum >/dev/null", NULL);
		err(FAILED, "prepare");
	}
	close(done[1]);
	return done[0];
}

static void stop(int on)
{
	report(is.version, words("stops", "closes"));
	close(on);
}

int member(int node, int logs_to)
{
	struct pollfd all[2] = { { .events = POLLIN }, { .fd = -1 } };
	struct message message;
	struct sockaddr_in from;

	prctl(PR_SET_NAME, "app");
	is.node = node;
	join();
	log_start(is.version > 1 ? logs_to : CONTROLLER); /* the new release has its own configuration */
	all[0].fd = open_socket(node);
	reports_role();
	for (;;) {
		if (poll(all, 2, -1) < 0)
			err(FAILED, "poll");
		if (all[1].revents) {
			stop(all[0].fd);
			return UPGRADED;
		}
		if (!received(all[0].fd, &message, &from, now() + MILLISECOND))
			continue;
		switch (message.what) {
		case UPGRADE:
			if (all[1].fd < 0)
				all[1].fd = prepare();
			break;
		case ROLE:
			if (is.role != message.role) {
				is.role = message.role;
				reports_role();
			}
			break;
		case COMMIT:
			report(is.version, words("commits", "commit"));
			break;
		case STOP:
			stop(all[0].fd);
			return STOPPED;
		case CRASH:
			return CRASHED;
		}
		is.number = message.number;
		send_to(all[0].fd, &from, &is);
	}
}
