/* CoDel (RFC 8289): drops or marks packets at the head of a queue whose delay has exceeded a target for an interval. */
#pragma once
#include "packet.h"
#include <math.h>
#include <stddef.h>

/* Settings and counters that all queues of a direction share. */
struct codel_plan {
  nanoseconds target, interval;
  int ecn; /* marks packets of senders that support ECN instead of dropping them */
  uint64_t marked, dropped;
};

struct node {
  struct node *next;
  struct packet packet;
};

/* A first-in-first-out queue, and the state of CoDel for it (RFC 8289, section 5.3). */
struct codel_queue {
  struct node *head, *tail;
  int64_t bytes;
  nanoseconds first_above, drop_next; /* first_above is 0 while the delay is below the target */
  uint32_t count, last_count;
  int is_dropping;
};

static void push(struct codel_queue *q, struct node *n) {
  n->next = NULL;
  if (q->tail) q->tail->next = n;
  else q->head = n;
  q->tail = n;
  q->bytes += n->packet.size;
}

static struct node *pop(struct codel_queue *q) {
  struct node *n = q->head;
  if (!n) return NULL;
  q->head = n->next;
  if (!q->head) q->tail = NULL;
  q->bytes -= n->packet.size;
  return n;
}

/* Takes the head of the queue. Sets `is_late` if the delay has been above the target for an interval. */
static struct node *pop_timed(struct codel_queue *q, const struct codel_plan *plan, nanoseconds now, int *is_late) {
  enum { full_packet = 1500 };
  struct node *n = pop(q);
  *is_late = 0;
  if (!n || now - n->packet.arrived_at < plan->target || q->bytes <= full_packet) q->first_above = 0;
  else if (q->first_above == 0) q->first_above = now + plan->interval;
  else *is_late = now >= q->first_above;
  return n;
}

static nanoseconds control_law(const struct codel_plan *plan, nanoseconds from, uint32_t count) {
  return from + (nanoseconds)((double)plan->interval / sqrt(count));
}

/* Marks a packet, or drops it and adds it to the list `unused`. Returns the packet if it was marked. */
static struct node *mark_or_drop(struct node *n, struct codel_plan *plan, struct node **unused) {
  if (plan->ecn && mark_congestion(&n->packet)) {
    plan->marked++;
    return n;
  }
  plan->dropped++;
  n->next = *unused;
  *unused = n;
  return NULL;
}

/* Takes the next packet to send at the time `now`. Dropped packets go into the list `unused`. NULL if none is left. */
static struct node *codel_pop(struct codel_queue *q, struct codel_plan *plan, nanoseconds now, struct node **unused) {
  int is_late;
  struct node *n = pop_timed(q, plan, now, &is_late);
  if (!n || !is_late) {
    q->is_dropping = 0;
    return n;
  }
  if (!q->is_dropping) { /* resumes the last rate of drops if they ended recently */
    q->is_dropping = 1;
    uint32_t recent = q->count - q->last_count;
    q->count = recent > 1 && now - q->drop_next < 16 * plan->interval ? recent : 1;
    q->last_count = q->count;
    q->drop_next = control_law(plan, now, q->count);
    struct node *kept = mark_or_drop(n, plan, unused);
    return kept ? kept : pop_timed(q, plan, now, &is_late);
  }
  while (n && q->is_dropping && now >= q->drop_next) {
    q->count++;
    struct node *kept = mark_or_drop(n, plan, unused);
    if (!kept) n = pop_timed(q, plan, now, &is_late);
    if (kept || is_late) q->drop_next = control_law(plan, q->drop_next, q->count);
    else q->is_dropping = 0;
    if (kept) return kept;
  }
  return n;
}
