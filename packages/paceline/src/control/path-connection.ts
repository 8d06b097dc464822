import type { Acknowledged } from './latency-controller.ts';
import { PeerClock } from './peer-clock.ts';
import { Share } from './share.ts';
import { SharedPath } from './shared-path.ts';
import { minRoundTrip, WindowEstimate } from './window-estimate.ts';

/** The shared paths, by host. A path is removed with its last connection. */
const paths = /* @__PURE__ */ new Map<string, SharedPath>();

/**
 * A connection, and the path that it shares with the other connections of this process to the same
 * host. The connection uses its share of the window of the path. It uses a window of its own if
 * the path cannot be shared, or if its round trips are much longer than those of the others. Its own window is always estimated, so that it is known when it is needed.
 */
export class PathConnection {
  #host: string | undefined;
  #path: SharedPath;
  #share: Share = new Share();
  #ownEstimate: WindowEstimate = new WindowEstimate();
  #peerClock: PeerClock = new PeerClock();

  /** `host`: host of the peer; undefined: the connection shares its path with no other. */
  constructor(host: string | undefined) {
    this.#host = host;
    this.#path = paths.get(host!) ?? new SharedPath();
    if (host !== undefined) paths.set(host, this.#path);
    this.#path.add(this.#share);
  }

  /** Whether other connections have messages to send as well, and share the window of the path. */
  get isContended(): boolean {
    return this.#path.isContended && !this.#share.isDistant;
  }

  /** Bytes per ms that the path delivers for this connection; undefined if the path may be faster than measured. */
  get rate(): number | undefined {
    return this.#usesPath ? this.#path.rateOf(this.#share) : this.#ownEstimate.rate;
  }

  /** Maximum number of unacknowledged bytes of this connection. See `WindowEstimate.allowed`. */
  allowed(windows: number, segments: number, now: number, unacknowledged: number): number {
    const share = this.#path.allowed(this.#share, windows, segments, now, unacknowledged);
    const own = this.#ownEstimate.allowed(windows, segments, now, unacknowledged);
    return this.#usesPath ? share : own;
  }

  get #usesPath(): boolean {
    return this.#path.isShared && !this.#share.isDistant;
  }

  acknowledged({
    arrivedAt,
    bytes,
    frames,
    held,
    isEmpty,
    now,
    roundTrip: measured,
    unacknowledged,
  }: Acknowledged): void {
    this.#peerClock.note(arrivedAt, now - held);
    const deliveredAt = this.#peerClock.localTime(arrivedAt);
    const sentAt = now - held - measured;
    const roundTrip = Math.max(minRoundTrip, deliveredAt - sentAt);
    // Spread syntax would take several microseconds for each acknowledgment.
    const delivery = { bytes, deliveredAt, frames, held, isEmpty, now, roundTrip, sentAt, unacknowledged };
    this.#path.delivered(this.#share, delivery);
    this.#ownEstimate.delivered(delivery);
  }

  /** The connection has ended. */
  close(): void {
    this.#path.remove(this.#share);
    const isLast = this.#path.size === 0;
    if (isLast && paths.get(this.#host!) === this.#path) paths.delete(this.#host!);
  }
}

/** Number of hosts with connections. @internal */
export function hostCount(): number {
  return paths.size;
}
