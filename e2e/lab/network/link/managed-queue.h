/*
 * A queue with active queue management: CoDel (RFC 8289) or FQ-CoDel (RFC 8290). FQ-CoDel has a queue with CoDel for each hash of a flow, and serves them
 * by deficit round robin, new flows first. CoDel is the same with one flow, except that a full queue drops the packet that arrives.
 */
#pragma once
#include "codel.h"
#include <stdlib.h>
#include <string.h>

enum { max_flows = 1024, quantum = 1514 }; /* as in RFC 8290, section 5.2 */

enum flow_list { no_list, new_list, old_list };

struct flow {
  struct codel_queue queue;
  int64_t deficit; /* bytes */
  enum flow_list in;
  struct flow *next;
};

struct flows {
  struct flow *head, *tail;
};

struct managed_queue {
  struct codel_plan plan;
  int is_fair; /* FQ-CoDel */
  int64_t bytes;
  struct flow flows[max_flows];
  struct flows lists[old_list + 1];
  struct node *unused;
};

/* Returns NULL if there is no memory. `packets`: the maximum number of queued packets. */
static struct managed_queue *new_managed_queue(unsigned packets) {
  struct managed_queue *q = calloc(1, sizeof *q);
  struct node *nodes = calloc(packets, sizeof *nodes);
  if (!q || !nodes) return free(q), free(nodes), NULL;
  for (unsigned i = 0; i + 1 < packets; i++) nodes[i].next = &nodes[i + 1];
  q->unused = nodes;
  return q;
}

static void append(struct managed_queue *q, struct flow *f, enum flow_list in) {
  struct flows *list = &q->lists[f->in = in];
  f->next = NULL;
  if (list->tail) list->tail->next = f;
  else list->head = f;
  list->tail = f;
}

static void remove_first(struct flows *list) {
  struct flow *f = list->head;
  list->head = f->next;
  if (!list->head) list->tail = NULL;
  f->in = no_list;
}

static void release(struct managed_queue *q, struct node *n) {
  n->next = q->unused;
  q->unused = n;
}

static void drop_from_longest(struct managed_queue *q) {
  struct flow *longest = &q->flows[0];
  for (int i = 1; i < max_flows; i++)
    if (q->flows[i].queue.bytes > longest->queue.bytes) longest = &q->flows[i];
  struct node *n = pop(&longest->queue);
  q->bytes -= n->packet.size;
  release(q, n);
}

/* Queues a copy of a packet. Returns the number of packets that were dropped because the queue was full. */
static int managed_push(struct managed_queue *q, const struct packet *p, int64_t capacity) {
  int dropped = 0;
  if (!q->is_fair && (q->bytes + p->size > capacity || !q->unused)) return 1;
  for (; !q->unused; dropped++) drop_from_longest(q);
  struct node *n = q->unused;
  q->unused = n->next;
  memcpy(&n->packet, p, offsetof(struct packet, bytes) + p->size);
  struct flow *f = &q->flows[q->is_fair ? flow_hash(p) % max_flows : 0];
  push(&f->queue, n);
  q->bytes += p->size;
  if (f->in == no_list) {
    f->deficit = quantum;
    append(q, f, new_list);
  }
  for (; q->bytes > capacity; dropped++) drop_from_longest(q);
  return dropped;
}

/* Takes the next packet to send at the time `now`. NULL if none is left. The caller releases it. */
static struct node *managed_pop(struct managed_queue *q, nanoseconds now) {
  for (;;) {
    struct flows *list = &q->lists[q->lists[new_list].head ? new_list : old_list];
    struct flow *f = list->head;
    if (!f) return NULL;
    enum flow_list in = f->in;
    if (f->deficit <= 0) {
      f->deficit += quantum;
      remove_first(list);
      append(q, f, old_list);
      continue;
    }
    int64_t before = f->queue.bytes;
    struct node *n = codel_pop(&f->queue, &q->plan, now, &q->unused);
    q->bytes -= before - f->queue.bytes;
    if (n) {
      f->deficit -= n->packet.size;
      return n;
    }
    remove_first(list);
    if (in == new_list && q->lists[old_list].head) append(q, f, old_list); /* old flows get a turn, so that new ones cannot starve them */
  }
}
