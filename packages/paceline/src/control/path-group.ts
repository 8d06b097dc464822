/** The round trips of its path that a connection has measured, in ms. Infinity: none yet. */
export interface MeasuredPath {
  /** The least mean round trip. */
  readonly least: number;
  /** Nearly the greatest mean round trip. */
  readonly nearlyGreatest: number;
}

/**
 * Two connections to the same host have the same path if the greater of their least round trips is
 * less than this multiple of the smaller one. Otherwise there may be two clients behind one
 * address, one of which is farther away.
 */
const similarRatio = 1.25;

/**
 * The shared round trip is at least this share of the connection's own one. This limits the loss of
 * throughput if the delay of only one of two clients behind one address varies.
 */
const minShareOfOwn = 0.6;

/** Members of all groups, by host. A group is removed with its last member. */
const groups = /* @__PURE__ */ new Map<string, Set<PathGroupMember>>();

/**
 * A connection among those of this process to the same host. They share a path, but each measures
 * it beside the queues of the others, and one with a large window measures a long round trip. Its
 * window then stays large. So all of them use the shortest round trip that one of them has
 * measured.
 */
export class PathGroupMember {
  #host: string | undefined;
  #path: MeasuredPath;
  #countsUntil = -Infinity;

  /** `host`: host of the peer; undefined: the connection shares its path with no other. */
  constructor(path: MeasuredPath, host: string | undefined) {
    this.#path = path;
    this.#host = host;
    if (host === undefined) return;
    const members = groups.get(host);
    if (members === undefined) groups.set(host, new Set([this]));
    else members.add(this);
  }

  /** The connection has measured its path. The measurement counts for the others until a time in ms. */
  measured(countsUntil: number): void {
    this.#countsUntil = countsUntil;
  }

  /** The round trip in ms that a window must last for. */
  roundTrip(now: number): number {
    const own = this.#path.nearlyGreatest;
    const others = this.#othersOf(now).map((other) => other.#path.nearlyGreatest);
    return Math.max(Math.min(own, ...others), minShareOfOwn * own);
  }

  /** The connection has ended. */
  leave(): void {
    const members = groups.get(this.#host!);
    members?.delete(this);
    if (members?.size === 0) groups.delete(this.#host!);
  }

  #othersOf(now: number): PathGroupMember[] {
    const { least } = this.#path;
    return [...(groups.get(this.#host!) ?? [])].filter(
      (other) =>
        other !== this &&
        now < other.#countsUntil &&
        other.#path.least < similarRatio * least &&
        least < similarRatio * other.#path.least,
    );
  }
}

/** Number of hosts with connections. @internal */
export function hostCount(): number {
  return groups.size;
}
