/* A packet of the bottleneck, and the parts of its IPv4 header that the queues read. */
#pragma once
#include <stdint.h>

enum { max_size = 2048 }; /* bytes of a packet */

typedef int64_t nanoseconds;

struct packet {
  nanoseconds arrived_at;      /* when it reached the queue */
  nanoseconds leaves, arrives; /* known when its transmission begins */
  int size;
  unsigned char bytes[max_size];
};

static int is_ipv4(const struct packet *p) { return p->size >= 20 && p->bytes[0] >> 4 == 4; }

static int ip_header(const struct packet *p) { return (p->bytes[0] & 15) * 4; }

static int has_port(const struct packet *p, int port) {
  if (port == 0) return 1;
  int header = ip_header(p);
  if (!is_ipv4(p) || p->size < header + 4) return 0;
  int source = p->bytes[header] << 8 | p->bytes[header + 1];
  int target = p->bytes[header + 2] << 8 | p->bytes[header + 3];
  return source == port || target == port;
}

/* A hash of the addresses, the protocol and the ports (FNV-1a). Packets of a flow have the same hash. */
static uint32_t flow_hash(const struct packet *p) {
  uint32_t hash = 2166136261u;
  if (!is_ipv4(p)) return hash;
  int header = ip_header(p);
  hash = (hash ^ p->bytes[9]) * 16777619u;
  for (int i = 12; i < 20; i++) hash = (hash ^ p->bytes[i]) * 16777619u;
  for (int i = header; i < header + 4 && i < p->size; i++) hash = (hash ^ p->bytes[i]) * 16777619u;
  return hash ^ hash >> 16;
}

/*
 * Marks a packet as having experienced congestion. Returns 0 if its sender does not support ECN (RFC 3168, section 5). The checksum of the header is
 * updated by the difference (RFC 1624, equation 3).
 */
static int mark_congestion(struct packet *p) {
  enum { ect_mask = 3, congestion_experienced = 3 };
  if (!is_ipv4(p) || (p->bytes[1] & ect_mask) == 0) return 0;
  uint32_t before = (uint32_t)p->bytes[0] << 8 | p->bytes[1];
  p->bytes[1] |= congestion_experienced;
  uint32_t after = (uint32_t)p->bytes[0] << 8 | p->bytes[1];
  uint32_t sum = (~((uint32_t)p->bytes[10] << 8 | p->bytes[11]) & 0xffff) + (~before & 0xffff) + after;
  sum = (sum & 0xffff) + (sum >> 16);
  sum = ~((sum & 0xffff) + (sum >> 16));
  p->bytes[10] = sum >> 8 & 0xff;
  p->bytes[11] = sum & 0xff;
  return 1;
}
