import { closeCode } from '../wire/close-code.ts';
import type { Channel } from './channel.ts';

const maxEpoch = 2 ** 40;

/**
 * Each failover doubles the failover timeout for this many ms: if all channels are late, none is
 * better.
 */
const backoffPeriod = 30_000;
/** Maximum factor of the failover timeout. */
const maxBackoff = 16;

export interface ChannelsEvents {
  /** A channel was given up: its frames in flight are sent again by another one. */
  lost(channel: Channel): void;
  /** Another channel is active. */
  activated(): void;
  /** Channels have been added or removed, or another channel is active. */
  changed(): void;
}

/** The channels of a session: which one is active, and when a standby replaces it (thesis §4.3.3). */
export class Channels {
  /** Number of times that the active channel was given up for another one. */
  failovers = 0;
  #all: Set<Channel> = new Set();
  #active: Channel | undefined;
  #isClient: boolean;
  #events: ChannelsEvents;
  #hasStarted = false;
  #epoch = 0;
  #newEpoch: number | undefined;
  #backoff = 1;
  #lastOverdueAt = -Infinity;

  constructor(isClient: boolean, events: ChannelsEvents) {
    this.#isClient = isClient;
    this.#events = events;
  }

  get all(): ReadonlySet<Channel> {
    return this.#all;
  }

  /** The channel by which messages are sent; undefined: all channels have been lost. */
  get active(): Channel | undefined {
    return this.#active;
  }

  /** Time at which the next channel is to be given up; Infinity: nothing is in flight, or there is no standby. */
  overdueAt(now: number): number {
    const backoff = this.#backoffAt(now);
    const hasStandby = this.#standby() !== undefined;
    let overdueAt = Infinity;
    for (const channel of this.#all)
      if (channel !== this.#active || hasStandby) overdueAt = Math.min(overdueAt, channel.overdueAt(backoff));
    return overdueAt;
  }

  add(channel: Channel): void {
    this.#all.add(channel);
    if (this.#active === undefined) this.#failOver(channel);
    this.#events.changed();
  }

  /**
   * Gives a channel up, unless that was done before. `why`: the reason with which it is closed;
   * undefined: it has ended by itself.
   */
  lose(channel: Channel, why?: string): void {
    if (!this.#all.delete(channel)) return;
    channel.controller.closed?.();
    this.#events.lost(channel);
    if (why !== undefined) channel.link.close(closeCode.replaced, why);
    if (channel === this.#active) {
      this.#active = undefined;
      const standby = this.#standby();
      if (standby !== undefined) this.#failOver(standby);
    }
    this.#events.changed();
  }

  /** Gives up the channels whose acknowledgments are late: standbys, and the active one if there is a standby. */
  giveUpOverdue(now: number): void {
    const backoff = this.#backoffAt(now);
    for (const channel of this.#all) {
      if (channel.overdueAt(backoff) > now) continue;
      const standby = this.#standby();
      if (channel !== this.#active) this.lose(channel, 'no acknowledgment arrived in time');
      else if (standby !== undefined) {
        this.#backoff = Math.min(maxBackoff, 2 * backoff);
        this.#lastOverdueAt = now;
        this.#failOver(standby);
      }
    }
  }

  /** Gives up the channels that did not answer a ping within `heartbeat` ms. */
  giveUpSilent(now: number, heartbeat: number): void {
    for (const channel of this.#all) {
      const { lastPingAt, lastReceivedAt } = channel;
      if (lastPingAt > lastReceivedAt && now - lastPingAt >= heartbeat)
        this.lose(channel, 'no frame arrived for too long');
    }
  }

  /** The channels that must be pinged: for `heartbeat` ms nothing has arrived and no ping was sent. */
  silent(now: number, heartbeat: number): Channel[] {
    return [...this.#all].filter(
      ({ lastPingAt, lastReceivedAt }) => now - Math.max(lastReceivedAt, lastPingAt) >= heartbeat,
    );
  }

  /** The peer sends by this channel from now on. Returns a description of the fault, if any. */
  peerFailedOver(channel: Channel, epoch: number): string | undefined {
    if (epoch > maxEpoch) return `${epoch} is no valid epoch`;
    if (epoch < this.#epoch || (epoch === this.#epoch && this.#isClient)) return undefined;
    this.#epoch = epoch;
    this.#newEpoch = undefined;
    this.#activate(channel);
    return undefined;
  }

  /**
   * Returns the epoch of a failover of this endpoint, and forgets it: the caller must tell the
   * peer. Undefined: there is none.
   */
  takeNewEpoch(): number | undefined {
    const epoch = this.#newEpoch;
    this.#newEpoch = undefined;
    return epoch;
  }

  /** Closes all channels at the end of the session. */
  end(code: number, reason: string): void {
    for (const channel of this.#all) {
      channel.controller.closed?.();
      channel.link.close(code, reason);
    }
    this.#all.clear();
    this.#active = undefined;
  }

  #backoffAt(now: number): number {
    return now - this.#lastOverdueAt > backoffPeriod ? 1 : this.#backoff;
  }

  /** The channel for the next failover: the one that has received a frame last. */
  #standby(): Channel | undefined {
    let found: Channel | undefined;
    for (const channel of this.#all) {
      if (channel !== this.#active && !(channel.lastReceivedAt <= (found?.lastReceivedAt ?? -Infinity)))
        found = channel;
    }
    return found;
  }

  #failOver(channel: Channel): void {
    if (this.#hasStarted) this.#newEpoch = ++this.#epoch;
    if (this.#active !== undefined) this.failovers++;
    this.#hasStarted = true;
    this.#activate(channel);
  }

  #activate(channel: Channel): void {
    const before = this.#active;
    this.#active = channel;
    if (before === channel) return;
    this.#events.activated();
    if (before !== undefined) this.lose(before, 'another channel has replaced this one');
  }
}
