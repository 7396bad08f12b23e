/* SPDX-License-Identifier: EPL-2.0 */
/* What a controller, the members of its cluster and a prober send each other: a message in each packet (UDP). */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>
#include "lab.h"

#define PORT 4712
#define NODES 2
#define CONTROLLER 10 /* its address is 10.0.0.10, that of node N is 10.0.0.N */
#define MILLISECOND 1000000LL

enum what { ASK, JOIN, IS, UPGRADE, ROLE, COMMIT, STOP, CRASH, LOG, OK };
enum role { SECONDARY, PRIMARY };

struct message {
	int32_t what;
	int32_t node;
	int32_t version;
	int32_t role;
	int64_t number; /* of the question that it answers */
};

static inline const char *role_name(int role)
{
	return role == PRIMARY ? "primary" : "secondary";
}

/* The lab's tests have all on one machine: NETWORK is 127.0.0 there. */
static inline struct sockaddr_in address_of(int host)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(PORT) };
	const char *network = getenv("NETWORK");
	char text[32];

	snprintf(text, sizeof(text), "%s.%d", network ? network : "10.0.0", host);
	if (inet_pton(AF_INET, text, &address.sin_addr) != 1)
		errx(1, "'%s' is no address", text);
	return address;
}

/* @host: whose address it has; 0: none that matters */
static inline int open_socket(int host)
{
	struct sockaddr_in address = address_of(host);
	int on = socket(AF_INET, SOCK_DGRAM, 0);

	if (on < 0 || (host && bind(on, (struct sockaddr *)&address, sizeof(address))))
		err(1, "socket");
	return on;
}

/* One that gets lost, or nobody takes, is asked again by whoever wants an answer. */
static inline void send_to(int on, const struct sockaddr_in *to, const struct message *message)
{
	if (sendto(on, message, sizeof(*message), 0, (const struct sockaddr *)to, sizeof(*to)) < 0 && errno == EBADF)
		err(1, "send");
}

/* @until: of this machine's clock. @return whether there is one; what is no message is none */
static inline bool received(int on, struct message *message, struct sockaddr_in *from, int64_t until)
{
	socklen_t length = sizeof(*from);
	int64_t left;

	while ((left = until - now()) > 0) {
		struct timespec time = { .tv_sec = left / SECOND, .tv_nsec = left % SECOND };
		struct pollfd poll_for = { .fd = on, .events = POLLIN };

		if (ppoll(&poll_for, 1, &time, NULL) > 0 &&
		    recvfrom(on, message, sizeof(*message), MSG_DONTWAIT, (struct sockaddr *)from, &length) == sizeof(*message))
			return true;
	}
	return false;
}

/* Whether marks have texts of this application's own, which need a plan: if WORDS is "own". */
static inline bool own_words(void)
{
	const char *words = getenv("WORDS");

	return words && !strcmp(words, "own");
}

static inline const char *words(const char *standard, const char *own)
{
	return own_words() ? own : standard;
}

/* Reported to the host, and on the console, which is written while the program goes on. */
static inline void report(long value, const char *text)
{
	mark(value, text);
	printf("guest: mark %ld %s\n", value, text);
	fflush(stdout);
}

int member(int node, int logs_to);
int campaign(int crash);
