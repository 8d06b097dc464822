/*
 * A bottleneck between two network namespaces, with a TUN device in each. Each of the two directions has a rate, a queue of exact size, a one-way
 * delay that can vary, jitter and loss from seeded generators, a policer, and holes: periods in which all packets, or those of one port, are dropped. A
 * queue is drop-tail or has active queue management. Departures are computed, not timed. Only arrivals depend on the clock, and are late by some tens of µs.
 *
 *     bottleneck NAMESPACE NAMESPACE
 *
 * Prints "ready", then reads one command per line, and answers each with a line that begins with "ok" or "error". DIRECTION 0 is from the first
 * namespace to the second, 1 the opposite.
 *
 *     rate DIRECTION BITS_PER_SECOND
 *     delay DIRECTION MICROSECONDS
 *     queue DIRECTION BYTES
 *     vary DIRECTION FROM TO PERIOD SEED          replaces the delay by one that changes at random every PERIOD, all in µs;
 *                                                 PERIOD 0 restores the fixed delay; packets stay in order
 *     manage DIRECTION KIND TARGET INTERVAL ECN   KIND: tail, codel or fq_codel; TARGET and INTERVAL in µs; ECN 1: marks instead of drops
 *     jitter DIRECTION MICROSECONDS SEED          random delay of each packet before the queue, up to this; packets stay in order
 *     loss DIRECTION PROBABILITY SEED             independent loss of each packet
 *     burst DIRECTION ENTER LEAVE SEED            loss of all packets of a burst (Gilbert model); ENTER and LEAVE are probabilities per packet
 *     police DIRECTION BITS_PER_SECOND BYTES      drops packets before the queue that exceed a token bucket of BYTES; 0 bits per second end this
 *     hole DIRECTION PORT MILLISECONDS            drops packets of this TCP or UDP port, or all packets (0), for this time
 *     count                                       answers per direction: packets, bytes, dropped by the full queue or the policer, lost, in holes; bytes carried;
 *                                                 packets dropped and packets marked by queue management; maximum lateness, µs
 *     trace PATH                                  writes a line per packet: µs, direction, queued bytes, 1 if it was dropped; "-" stops the trace
 */
#define _GNU_SOURCE
#include "managed-queue.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { max_packets = 1 << 14, directions = 2 }; /* packets in the queue and on the link */

struct direction {
  int from, to; /* devices */
  double rate;  /* bytes per nanosecond */
  nanoseconds delay, jitter;
  nanoseconds vary_from, vary_to, vary_period, varies_at, varied; /* varies_at: the next change of the varied delay */
  int64_t queue;                                                  /* bytes */
  double police_rate, police_burst, police_tokens;                /* bytes per nanosecond, bytes, bytes; rate 0: no policer */
  nanoseconds policed_at;                                         /* when tokens were added for the last time */
  struct managed_queue *managed;                                  /* NULL until the queue is managed for the first time */
  int is_managed;
  nanoseconds pushed_at; /* when the last packet came into the managed queue */
  double loss, enter, leave;
  int in_burst;
  uint64_t random, random_jitter, random_delay;
  nanoseconds came_at; /* when the last packet reaches the queue, jitter included */
  int hole_port;
  nanoseconds hole_until;
  nanoseconds free_at; /* when the last queued packet has left */
  struct packet *ring;
  unsigned first, count;
  uint64_t packets, bytes, dropped, lost, holed, carried;
  nanoseconds max_lateness;
};

static struct direction all[directions];
static FILE *trace;
static nanoseconds began;

static void die(const char *what) {
  fprintf(stderr, "bottleneck: %s: %s\n", what, strerror(errno));
  exit(1);
}

static nanoseconds now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (nanoseconds)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* xorshift64*, in [0, 1). Independent of the C library, so that a seed always gives the same losses. */
static double chance(uint64_t *random) {
  *random ^= *random >> 12;
  *random ^= *random << 25;
  *random ^= *random >> 27;
  return (double)((*random * 2685821657736338717u) >> 11) / (double)(1ull << 53);
}

static int device_in(const char *name_space) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", name_space);
  int there = open(path, O_RDONLY | O_CLOEXEC);
  if (there < 0 || setns(there, CLONE_NEWNET) < 0) die(path);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(request.ifr_name, "narrow");
  if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) die("/dev/net/tun");
  close(there);
  return device;
}

static int is_lost(struct direction *d) {
  if (d->enter > 0) d->in_burst = d->in_burst ? chance(&d->random) >= d->leave : chance(&d->random) < d->enter;
  return d->in_burst || (d->loss > 0 && chance(&d->random) < d->loss);
}

static int64_t waiting(struct direction *d, nanoseconds time) {
  return d->free_at > time ? (int64_t)((double)(d->free_at - time) * d->rate + 0.5) : 0;
}

static struct packet *next_slot(struct direction *d) { return &d->ring[(d->first + d->count) % max_packets]; }

static nanoseconds delay_at(struct direction *d, nanoseconds time) {
  if (d->vary_period == 0) return d->delay;
  for (; time >= d->varies_at; d->varies_at += d->vary_period)
    d->varied = d->vary_from + (nanoseconds)(chance(&d->random_delay) * (d->vary_to - d->vary_from));
  return d->varied;
}

/* Arrival time of packet i of the ring: never before the arrival of packet i - 1, so that packets stay in order. */
static nanoseconds in_order(struct direction *d, unsigned i, nanoseconds arrives) {
  nanoseconds before = i > 0 ? d->ring[(d->first + i - 1) % max_packets].arrives : 0;
  return arrives > before ? arrives : before;
}

/* Transmits the packet in the next slot of the ring. */
static void transmit(struct direction *d, nanoseconds start) {
  struct packet *p = next_slot(d);
  d->free_at = start + (nanoseconds)(p->size / d->rate);
  d->carried += p->size;
  if (is_lost(d)) { /* behind the bottleneck: the packet has used its transmission time */
    d->lost++;
    return;
  }
  p->leaves = d->free_at;
  p->arrives = in_order(d, d->count, p->leaves + delay_at(d, p->leaves));
  d->count++;
}

static int has_departures(struct direction *d) { return d->managed && d->managed->bytes > 0 && d->count < max_packets - 1; }

/* Starts all transmissions of the managed queue up to the time `until`. All packets that came before this time must be in the queue. */
static void depart(struct direction *d, nanoseconds until) {
  while (has_departures(d) && d->free_at <= until) {
    nanoseconds start = d->free_at > d->pushed_at ? d->free_at : d->pushed_at;
    struct node *n = managed_pop(d->managed, start);
    if (!n) return;
    memcpy(next_slot(d), &n->packet, offsetof(struct packet, bytes) + n->packet.size);
    release(d->managed, n);
    transmit(d, start);
  }
}

static void set_policer(struct direction *d, double rate, double burst) {
  d->police_rate = rate;
  d->police_burst = d->police_tokens = burst;
  d->policed_at = now();
}

/* Whether the token bucket of the policer has too few tokens for a packet. Takes the tokens of the packet if it has enough. */
static int exceeds_policer(struct direction *d, int size, nanoseconds time) {
  if (d->police_rate == 0) return 0;
  d->police_tokens += (double)(time - d->policed_at) * d->police_rate;
  d->policed_at = time;
  if (d->police_tokens > d->police_burst) d->police_tokens = d->police_burst;
  if (d->police_tokens < size) return 1;
  d->police_tokens -= size;
  return 0;
}

static void take(struct direction *d, struct packet *p, nanoseconds time) {
  depart(d, time);
  d->packets++;
  d->bytes += p->size;
  if (exceeds_policer(d, p->size, time)) {
    d->dropped++;
    return;
  }
  int64_t before = waiting(d, time) + (d->managed ? d->managed->bytes : 0);
  int is_dropped = !d->is_managed && (before + p->size > d->queue || d->count == max_packets - 1);
  int is_holed = time < d->hole_until && has_port(p, d->hole_port);
  if (d->is_managed && !is_holed) {
    p->arrived_at = d->pushed_at = time;
    int dropped = managed_push(d->managed, p, d->queue);
    d->dropped += dropped;
    is_dropped = dropped > 0;
    depart(d, time);
  }
  if (trace) fprintf(trace, "%" PRId64 " %d %" PRId64 " %d\n", (time - began) / 1000, (int)(d - all), before, is_dropped);
  if (is_holed) d->holed++;
  else if (d->is_managed) return;
  else if (is_dropped) d->dropped++;
  else transmit(d, d->free_at > time ? d->free_at : time);
}

static nanoseconds jittered(struct direction *d, nanoseconds time) {
  time += (nanoseconds)(chance(&d->random_jitter) * d->jitter);
  return d->came_at = d->came_at > time ? d->came_at : time;
}

static void read_all(struct direction *d) {
  for (;;) {
    static struct packet arrived; /* outside the ring, into which `take` may first move packets of the managed queue */
    struct packet *p = d->is_managed ? &arrived : next_slot(d);
    p->size = read(d->from, p->bytes, max_size);
    if (p->size <= 0) return;
    take(d, p, jittered(d, now()));
  }
}

static void write_due(struct direction *d, nanoseconds time) {
  while (d->count > 0) {
    struct packet *p = &d->ring[d->first];
    if (p->arrives > time) return;
    if (time - p->arrives > d->max_lateness) d->max_lateness = time - p->arrives;
    if (write(d->to, p->bytes, p->size) < 0 && errno == EAGAIN) return;
    d->first = (d->first + 1) % max_packets;
    d->count--;
  }
}

/* Queued packets leave at the new rate. The arrival of packets that have left does not change. */
static void set_rate(struct direction *d, double rate) {
  nanoseconds time = now();
  depart(d, time);
  nanoseconds free_at = time;
  for (unsigned i = 0; i < d->count; i++) {
    struct packet *p = &d->ring[(d->first + i) % max_packets];
    if (p->leaves <= time) continue;
    nanoseconds delay = p->arrives - p->leaves;
    free_at += (nanoseconds)(p->size / rate);
    p->leaves = free_at;
    p->arrives = in_order(d, i, free_at + delay);
  }
  d->rate = rate;
  d->free_at = free_at;
}

static void set_variation(struct direction *d, const nanoseconds bounds[2], nanoseconds period, uint64_t seed) {
  d->vary_from = bounds[0];
  d->vary_to = bounds[1];
  d->vary_period = period;
  d->varies_at = now();
  d->random_delay = seed * 2 + 1;
}

/* Returns 0 if the kind is unknown. Packets that are in a managed queue are sent before later packets. */
static int manage(struct direction *d, const char *kind, const nanoseconds times[2], int ecn) {
  int is_fair = strcmp(kind, "fq_codel") == 0;
  int is_managed = is_fair || strcmp(kind, "codel") == 0;
  if (!is_managed && strcmp(kind, "tail") != 0) return 0;
  depart(d, INT64_MAX);
  d->is_managed = is_managed;
  if (!is_managed) return 1;
  if (!d->managed) d->managed = new_managed_queue(max_packets);
  if (!d->managed) die("memory");
  d->managed->is_fair = is_fair;
  d->managed->plan.target = times[0];
  d->managed->plan.interval = times[1];
  d->managed->plan.ecn = ecn;
  return 1;
}

static void answer(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

static void count(void) {
  char line[1024];
  int at = 0;
  for (int i = 0; i < directions; i++) {
    struct direction *d = &all[i];
    at += snprintf(line + at, sizeof line - at, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64,
                   d->packets, d->bytes, d->dropped, d->lost, d->holed, d->carried, d->managed ? d->managed->plan.dropped : 0,
                   d->managed ? d->managed->plan.marked : 0, d->max_lateness / 1000);
    d->max_lateness = 0;
  }
  answer("ok%s", line);
}

static void execute(const char *line) {
  unsigned i;
  double a, b, c;
  unsigned long long seed;
  int ecn;
  char path[256], kind[16];
  if (strcmp(line, "count\n") == 0) return count();
  if (sscanf(line, "trace %255s", path) == 1) {
    if (trace) fclose(trace);
    trace = strcmp(path, "-") == 0 ? NULL : fopen(path, "w");
    return answer(trace || strcmp(path, "-") == 0 ? "ok" : "error: cannot write %s", path);
  }
  if (sscanf(line, "%*s %u", &i) != 1 || i >= directions) return answer("error: no such direction in %s", line);
  struct direction *d = &all[i];
  if (sscanf(line, "rate %*u %lf", &a) == 1 && a > 0) set_rate(d, a / 8e9);
  else if (sscanf(line, "delay %*u %lf", &a) == 1 && a >= 0) d->delay = (nanoseconds)(a * 1000);
  else if (sscanf(line, "queue %*u %lf", &a) == 1 && a > 0) d->queue = (int64_t)a;
  else if (sscanf(line, "jitter %*u %lf %llu", &a, &seed) == 2 && a >= 0) {
    d->jitter = (nanoseconds)(a * 1000);
    d->random_jitter = seed * 2 + 1;
  } else if (sscanf(line, "vary %*u %lf %lf %lf %llu", &a, &b, &c, &seed) == 4 && a >= 0 && b >= a && c >= 0) {
    set_variation(d, (nanoseconds[]){(nanoseconds)(a * 1000), (nanoseconds)(b * 1000)}, (nanoseconds)(c * 1000), seed);
  } else if (sscanf(line, "manage %*u %15s %lf %lf %d", kind, &a, &b, &ecn) == 4 && a > 0 && b > 0) {
    if (!manage(d, kind, (nanoseconds[]){(nanoseconds)(a * 1000), (nanoseconds)(b * 1000)}, ecn)) return answer("error: unknown kind in %s", line);
  } else if (sscanf(line, "loss %*u %lf %llu", &a, &seed) == 2) {
    d->loss = a;
    d->random = seed * 2 + 1;
  } else if (sscanf(line, "burst %*u %lf %lf %llu", &a, &b, &seed) == 3) {
    d->enter = a;
    d->leave = b;
    d->in_burst = 0;
    d->random = seed * 2 + 1;
  } else if (sscanf(line, "police %*u %lf %lf", &a, &b) == 2 && a >= 0 && b >= 0) {
    set_policer(d, a / 8e9, b);
  } else if (sscanf(line, "hole %*u %lf %lf", &a, &b) == 2) {
    d->hole_port = (int)a;
    d->hole_until = now() + (nanoseconds)(b * 1e6);
  } else return answer("error: unknown command %s", line);
  answer("ok");
}

/* When the next packet arrives, or the next transmission of a managed queue begins. */
static nanoseconds next_event(void) {
  nanoseconds next = INT64_MAX;
  for (int i = 0; i < directions; i++) {
    struct direction *d = &all[i];
    if (d->count > 0 && d->ring[d->first].arrives < next) next = d->ring[d->first].arrives;
    if (has_departures(d) && d->free_at < next) next = d->free_at;
  }
  return next;
}

static void raise_priority(void) {
  struct sched_param first = {.sched_priority = 50};
  mlockall(MCL_CURRENT | MCL_FUTURE);
  sched_setscheduler(0, SCHED_FIFO, &first); /* without the permission packets are later; `count` reports the lateness */
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: bottleneck NAMESPACE NAMESPACE\n");
    return 2;
  }
  int devices[directions] = {device_in(argv[1]), device_in(argv[2])};
  for (int i = 0; i < directions; i++) {
    all[i] = (struct direction){.from = devices[i], .to = devices[1 - i], .rate = 16e6 / 8e9, .queue = 1 << 20, .random = 1, .random_jitter = 1, .random_delay = 1};
    all[i].ring = calloc(max_packets, sizeof(struct packet));
    if (!all[i].ring) die("memory");
  }
  raise_priority();
  began = now();
  answer("ready");
  struct pollfd watched[] = {{devices[0], POLLIN, 0}, {devices[1], POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  for (;;) {
    nanoseconds left = next_event() - now();
    struct timespec until = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    if (left < 0) until = (struct timespec){0};
    ppoll(watched, 3, left > 3600000000000 ? NULL : &until, NULL);
    for (int i = 0; i < directions; i++) {
      if (watched[i].revents) read_all(&all[i]);
      depart(&all[i], now());
      write_due(&all[i], now());
    }
    if (watched[2].revents) {
      char line[512];
      if (!fgets(line, sizeof line, stdin)) return 0;
      execute(line);
    }
  }
}
