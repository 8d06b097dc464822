import { closeCode } from '../wire/close-code.ts';
import type { Channel } from './channel.ts';

const maxEpoch = 2 ** 40;

/** For so many ms after it was found overdue another channel has twice the patience, then four times, and so on: where all are late, none is better … */
const backoffPeriod = 30_000;
/** … up to so many times. */
const maxBackoff = 16;

export interface ChannelsEvents {
  /** It is given up: what it had under way goes again by another one. */
  lost(channel: Channel): void;
  /** Another one is used. */
  activated(): void;
  /** Channels have come or gone, or the active one is another one. */
  changed(): void;
}

/** The channels of a session: which of them is used, and when another one takes its place (thesis §4.3.3). */
export class Channels {
  /** How often the active one was given up for another one. */
  failovers = 0;
  #all: Set<Channel> = new Set();
  #active: Channel | undefined;
  #isClient: boolean;
  #events: ChannelsEvents;
  #hasBegun = false;
  #epoch = 0;
  #epochToTell: number | undefined;
  #backoff = 1;
  #lastOverdueAt = -Infinity;

  constructor(isClient: boolean, events: ChannelsEvents) {
    this.#isClient = isClient;
    this.#events = events;
  }

  get all(): ReadonlySet<Channel> {
    return this.#all;
  }

  /** The one by which messages are sent; undefined: all have been lost. */
  get active(): Channel | undefined {
    return this.#active;
  }

  /** When the first of them is to be given up, as things are now; Infinity: nothing waits, or there is no other one. */
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

  /** Gives one up, if it is there. `why`: it is closed with this; undefined: it has ended by itself. */
  lose(channel: Channel, why?: string): void {
    if (!this.#all.delete(channel)) return;
    this.#events.lost(channel);
    if (why !== undefined) channel.link.close(closeCode.replaced, why);
    if (channel === this.#active) {
      this.#active = undefined;
      const standby = this.#standby();
      if (standby !== undefined) this.#failOver(standby);
    }
    this.#events.changed();
  }

  /** Gives up those whose acknowledgements are late: standbys, and the active one if there is a standby. */
  giveUpOverdue(now: number): void {
    const backoff = this.#backoffAt(now);
    for (const channel of this.#all) {
      if (channel.overdueAt(backoff) > now) continue;
      const standby = this.#standby();
      if (channel !== this.#active) this.lose(channel, 'it did not acknowledge in time');
      else if (standby !== undefined) {
        this.#backoff = Math.min(maxBackoff, 2 * backoff);
        this.#lastOverdueAt = now;
        this.#failOver(standby);
      }
    }
  }

  /** Gives up those that were asked a heartbeat ago, and did not answer. */
  giveUpSilent(now: number, heartbeat: number): void {
    for (const channel of this.#all) {
      const { lastPingAt, lastReceivedAt } = channel;
      if (lastPingAt > lastReceivedAt && now - lastPingAt >= heartbeat)
        this.lose(channel, 'nothing came for too long');
    }
  }

  /** Those of which nothing has come for a heartbeat, nor have they been asked: they are to be. */
  silent(now: number, heartbeat: number): Channel[] {
    return [...this.#all].filter(
      ({ lastPingAt, lastReceivedAt }) => now - Math.max(lastReceivedAt, lastPingAt) >= heartbeat,
    );
  }

  /** The other end sends by this one from now on. Returns what is wrong with that. */
  peerFailedOver(channel: Channel, epoch: number): string | undefined {
    if (epoch > maxEpoch) return `${epoch} is no epoch`;
    if (epoch < this.#epoch || (epoch === this.#epoch && this.#isClient)) return undefined;
    this.#epoch = epoch;
    this.#epochToTell = undefined;
    this.#activate(channel);
    return undefined;
  }

  /** The epoch of a failover of ours, once: the other end must be told; undefined: there is none. */
  takeEpochToTell(): number | undefined {
    const epoch = this.#epochToTell;
    this.#epochToTell = undefined;
    return epoch;
  }

  /** All are closed; nothing is lost by that. */
  end(code: number, reason: string): void {
    for (const channel of this.#all) channel.link.close(code, reason);
    this.#all.clear();
    this.#active = undefined;
  }

  #backoffAt(now: number): number {
    return now - this.#lastOverdueAt > backoffPeriod ? 1 : this.#backoff;
  }

  /** The one to which one would fail over: who was heard last. */
  #standby(): Channel | undefined {
    let found: Channel | undefined;
    for (const channel of this.#all) {
      if (channel !== this.#active && !(channel.lastReceivedAt <= (found?.lastReceivedAt ?? -Infinity)))
        found = channel;
    }
    return found;
  }

  #failOver(channel: Channel): void {
    if (this.#hasBegun) this.#epochToTell = ++this.#epoch;
    if (this.#active !== undefined) this.failovers++;
    this.#hasBegun = true;
    this.#activate(channel);
  }

  #activate(channel: Channel): void {
    const before = this.#active;
    this.#active = channel;
    if (before === channel) return;
    this.#events.activated();
    if (before !== undefined) this.lose(before, 'another one has taken its place');
  }
}
