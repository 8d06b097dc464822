import { type EventLoop, Timer } from '@doha/loop';
import { type Kind, kinds, periodOf, sizeOf, videoLayers } from './kinds.ts';
import type { Settings } from './settings.ts';
import { stamped } from './stamp.ts';

/** A message and its priority. */
export interface OutgoingMessage {
  readonly kind: Kind;
  readonly priority: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sends messages to the other end. */
export interface MessageSender {
  send(message: OutgoingMessage): void;
}

/** Generates the messages of all kinds periodically. All senders get the same messages. */
export class Traffic {
  #loop: EventLoop;
  #now: () => number;
  #senders: () => Iterable<MessageSender>;
  #kinds: Settings['kinds'] | undefined;
  #timers: Map<Kind, Timer> = new Map();
  #x = 0.5;
  #y = 0.5;

  /** `now`: the clock of the stamps, in ms. */
  constructor(loop: EventLoop, now: () => number, senders: () => Iterable<MessageSender>) {
    this.#loop = loop;
    this.#now = now;
    this.#senders = senders;
  }

  /** Sets the rate and the priority of each kind of message, and starts or stops its timer. */
  setKinds(settings: Settings['kinds']): void {
    const before = this.#kinds;
    this.#kinds = settings;
    for (const kind of kinds) if (before?.[kind].rate !== settings[kind].rate) this.#begin(kind);
  }

  /** Sets the position of the pointer that inputs contain, 0 to 1. */
  movePointer(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
  }

  /** Stops sending until the next call of {@link setKinds}. */
  stop(): void {
    for (const timer of this.#timers.values()) this.#loop.cancel(timer);
    this.#timers.clear();
    this.#kinds = undefined;
  }

  #begin(kind: Kind): void {
    const before = this.#timers.get(kind);
    if (before !== undefined) this.#loop.cancel(before);
    const { rate } = this.#kinds![kind];
    if (rate === 0) return;
    const timer = new Timer(() => this.#send(kind), { every: periodOf(kind, rate) });
    this.#timers.set(kind, timer);
    this.#loop.submit(timer);
  }

  #send(kind: Kind): void {
    const { priority, rate } = this.#kinds![kind];
    const size = sizeOf(kind, rate);
    for (let layer = 0; layer < (kind === 'video' ? videoLayers : 1); layer++) {
      const stamp = { kind, layer, x: this.#x, y: this.#y, sentAt: this.#now() };
      const bytes = stamped(size, stamp);
      // A higher frame rate matters more than sharper frames. So each layer of all queued frames is
      // sent before the next layer of any frame.
      const message = { kind, bytes, priority: priority - layer / videoLayers };
      for (const sender of this.#senders()) sender.send(message);
    }
  }
}
