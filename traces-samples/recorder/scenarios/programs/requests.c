// SPDX-License-Identifier: EPL-2.0
/*
 * requests serve TIMES MILLISECONDS | requests ask ADDRESS TIMES: a server that works so long for each request, and a client
 * that sends one after the other, a mark before and after each. A request and its answer are a packet each (UDP). Both print
 * what they saw by their own clocks when all is done; request 0 is only to find each other.
 */
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/time.h>
#include "lab.h"

#define PORT 4711
#define MOST 100

struct request {
	int64_t begin, end;
};

static struct request requests[MOST + 1];

static struct sockaddr_in address_of(const char *text)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(PORT) };

	if (inet_pton(AF_INET, text, &address.sin_addr) != 1)
		errx(1, "'%s' is no address", text);
	return address;
}

static void work(int64_t ns)
{
	int64_t end = now() + ns;

	while (now() < end)
		;
}

static void serve(long times, long milliseconds)
{
	struct sockaddr_in address = address_of("0.0.0.0");
	int on = socket(AF_INET, SOCK_DGRAM, 0);
	long last = 0, asked;

	if (on < 0 || bind(on, (struct sockaddr *)&address, sizeof(address)))
		err(1, "serve");
	while (last < times) {
		struct sockaddr_in from;
		socklen_t length = sizeof(from);

		if (recvfrom(on, &asked, sizeof(asked), 0, (struct sockaddr *)&from, &length) != sizeof(asked) || asked < 0 || asked > times)
			errx(1, "this is no request");
		requests[asked].begin = now();
		work(milliseconds * 1000000);
		requests[asked].end = now();
		if (sendto(on, &asked, sizeof(asked), 0, (struct sockaddr *)&from, length) != sizeof(asked))
			err(1, "answer");
		last = asked;
	}
	for (asked = 1; asked <= times; asked++)
		printf("guest: served %ld received %lld answered %lld\n", asked, (long long)requests[asked].begin, (long long)requests[asked].end);
}

static void ask(const char *server, long times)
{
	struct sockaddr_in address = address_of(server);
	struct timeval patience = { .tv_usec = 500000 };
	int to = socket(AF_INET, SOCK_DGRAM, 0);
	long none = 0, answer, i;

	if (to < 0 || setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) ||
	    connect(to, (struct sockaddr *)&address, sizeof(address)))
		err(1, "ask");
	while (write(to, &none, sizeof(none)) < 0 || read(to, &answer, sizeof(answer)) < 0) /* until the server is there */
		usleep(100000);
	patience.tv_usec = 0;
	setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	sleep(1); /* more answers, if it was asked more than once */
	while (recv(to, &answer, sizeof(answer), MSG_DONTWAIT) > 0)
		;
	for (i = 1; i <= times; i++) {
		mark(i, "request");
		requests[i].begin = now();
		if (write(to, &i, sizeof(i)) != sizeof(i))
			err(1, "request");
		do
			if (read(to, &answer, sizeof(answer)) != sizeof(answer))
				err(1, "answer");
		while (answer != i);
		requests[i].end = now();
		mark(i, "answered");
		usleep(100000);
	}
	for (i = 1; i <= times; i++)
		printf("guest: mark %ld request\nguest: mark %ld answered\nguest: asked %ld sent %lld answered %lld\n", i, i, i,
		       (long long)requests[i].begin, (long long)requests[i].end);
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "serve") && number(argv[2]) <= MOST)
		serve(number(argv[2]), number(argv[3]));
	else if (argc == 4 && !strcmp(argv[1], "ask") && number(argv[3]) <= MOST)
		ask(argv[2], number(argv[3]));
	else
		errx(1, "requests serve TIMES MILLISECONDS | requests ask ADDRESS TIMES");
	return 0;
}
