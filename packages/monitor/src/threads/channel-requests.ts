import type { Clock } from '@doha/loop';
import { unref } from '../callbacks/unref.ts';
import { asAnswer, canShareMemory, type Channel } from './channel.ts';
import { CollectedThread } from './collected-thread.ts';

/** Time in ms after which a request that was not answered is repeated. */
const patience = 1000;

/** The parts of a collector that the requests of a channel need. */
export interface Requesting {
  readonly id: string;
  readonly clock: Clock;
  readonly origin: number | undefined;
  /** Called for each new recorder at the other end. */
  readonly joined: (thread: CollectedThread) => void;
}

/** Asks the recorders at the other end of a channel for their records, one request at a time. */
export class ChannelRequests {
  #channel: Channel;
  #name: string | undefined;
  #collector: Requesting;
  #threads: Map<string, CollectedThread> = new Map(); // by the id of the recorder
  #request = 0; // number of the last request
  #asked = -Infinity; // time of the last request
  #isAnswered = true; // whether all known recorders have answered it
  #waiting: (() => void)[] = [];

  /** `name`: the name of the thread; undefined for the name that its recorder has. */
  constructor(channel: Channel, name: string | undefined, collector: Requesting) {
    this.#channel = channel;
    this.#name = name;
    this.#collector = collector;
    channel.onmessage = ({ data }) => this.#receive(data);
    unref(channel);
  }

  /** The threads that have answered at least once. */
  get threads(): Iterable<CollectedThread> {
    return this.#threads.values();
  }

  /** Sends a request, unless the last one may still be answered. An error of `postMessage` is thrown. */
  ask(): void {
    const now = this.#collector.clock.now();
    if (!this.#isAnswered && now - this.#asked < patience) return;
    for (const thread of this.#threads.values()) thread.answers &&= this.#isAnswered;
    this.#asked = now;
    this.#isAnswered = false;
    this.#request++;
    const known = Object.fromEntries(
      [...this.#threads].map(([id, { names, position }]) => [id, { names, position }]),
    );
    this.#channel.postMessage({
      doha: 'monitor request',
      collector: this.#collector.id,
      request: this.#request,
      sharesMemory: canShareMemory(this.#channel),
      known,
    });
  }

  /** Asks, and resolves when all recorders have answered a request that was sent after the call of `update`. Rejects with an error of `postMessage`. */
  async update(): Promise<void> {
    if (!this.#isAnswered) await this.#whenAnswered();
    const answered = this.#whenAnswered();
    this.ask();
    await answered;
  }

  /** Ends the requests. The records that were collected remain. */
  stop(): void {
    this.#channel.onmessage = null;
    for (const thread of this.#threads.values()) thread.answers = false;
    this.#answered();
  }

  #whenAnswered(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #answered(): void {
    this.#isAnswered = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  // An answer to an earlier request would bring records for the second time.
  #receive(data: unknown): void {
    const { clock, id, joined, origin } = this.#collector;
    const answer = asAnswer(data, id);
    if (answer === undefined || answer.request !== this.#request) return;
    let thread = this.#threads.get(answer.recorder);
    if (thread === undefined) {
      thread = new CollectedThread(this.#name ?? answer.thread, answer, origin);
      this.#threads.set(answer.recorder, thread);
      thread.add(answer, this.#asked, clock.now());
      joined(thread);
    } else thread.add(answer, this.#asked, clock.now());
    thread.answered = this.#request;
    if ([...this.#threads.values()].every(({ answered }) => answered === this.#request)) this.#answered();
  }
}
