import type { Clock } from '@doha/loop';
import { once } from '../callbacks/once.ts';
import { maxNames } from '../recording/names.ts';
import { canShareMemory, type Channel, isBroadcast, type NodeChannel } from './channel.ts';
import { listen } from './channel-listeners.ts';
import type { CollectedThread } from './collected-thread.ts';
import { Liveness, patience } from './liveness.ts';
import {
  isAnswerTo,
  type KnownRecords,
  type RecordAnswer,
  type RecordRequest,
  wrongMemberOfAnswer,
} from './messages.ts';
import { post } from './post.ts';
import { within } from './within.ts';

/** Time in ms in which the recorders of a BroadcastChannel are found. */
export const discoveryTime = 100;

/** Maximum number of recorders at the other end of a channel. */
const maxRecorders = 64;

/** Stated as known of the recorder of the collector's own thread, so that its answers contain no names and no records. */
const everything: KnownRecords = { names: maxNames, position: undefined };

/** The parts of a collector that the requests of a channel need. */
export interface Requesting {
  /** Clock of the times of all records. It may be a virtual one. */
  readonly clock: Clock;
  /** Clock by which requests wait for answers. */
  readonly platformClock: Clock;
  /** Returns the thread of a recorder that has answered, and adds it if it is new. Undefined for the recorder of the collector's own thread. */
  readonly join: (answer: RecordAnswer, liveness: Liveness) => CollectedThread | undefined;
  /** Receives the first error of the channel, and an error for the first message that is refused. */
  readonly onError: (error: unknown) => void;
}

/** A recorder at the other end of a channel. */
interface Link {
  readonly thread: CollectedThread | undefined;
  readonly liveness: Liveness;
  /** The newest request that was addressed to it, and its time on the clock of the platform. */
  asked: number;
  askedAt: number;
}

/** Asks the recorders at the other end of a channel for their records. */
export class ChannelRequests {
  #channel: Channel | NodeChannel;
  #sharesMemory: boolean;
  #collector: Requesting;
  #id = `${Math.random()}`; // an own one for each channel, because two of them may lead to the same recorder
  #end: () => void;
  #discovery: Promise<void> | undefined;
  #endDiscovery: () => void = () => {};
  #links: Map<string, Link> = new Map(); // by the id of the recorder
  #anyone: Liveness; // of all recorders together
  #request = 0; // number of the last request
  #sentAt = -Infinity; // time of the last request on the clock of the platform
  #waiting: { readonly request: number; readonly resolve: () => void }[] = [];
  #isStopped = false;
  #failed: (error: unknown) => void;
  #refused: (error: unknown) => void;

  constructor(channel: Channel | NodeChannel, collector: Requesting) {
    this.#channel = channel;
    this.#sharesMemory = canShareMemory(channel);
    this.#collector = collector;
    this.#anyone = new Liveness(collector.platformClock, 0);
    if (isBroadcast(channel)) this.#discovery = this.#discover();
    const report = once(collector.onError);
    this.#refused = once(collector.onError);
    this.#failed = (error) => {
      report(error);
      this.#settle(() => true);
    };
    this.#end = listen(channel, {
      message: (data) => this.#receive(data),
      unreadable: () => this.#stopSharing(),
    });
  }

  /** Whether a recorder has answered. */
  get isAnswered(): boolean {
    return this.#anyone.answered > 0;
  }

  /** Sends a request to the recorders that have answered their last one, and to those that have not answered for a second. Of a BroadcastChannel, one page may be busy. */
  ask(): void {
    const now = this.#collector.platformClock.now();
    const waiting = [...this.#links].filter(
      ([, { asked, askedAt, liveness }]) => liveness.answered < asked && now - askedAt < patience,
    );
    const isDue = now - this.#sentAt >= patience;
    if (isDue || waiting.length < this.#links.size) this.#send(waiting.map(([recorder]) => recorder));
  }

  /**
   * Asks, and resolves when all recorders have answered that request, or when nothing can be expected. Asks the recorders of a BroadcastChannel again at the end
   * of the discovery.
   */
  update(): Promise<void> {
    if (this.#discovery === undefined) return this.#update();
    this.#send();
    return this.#discovery.then(() => this.#update());
  }

  /** Ends the requests. The records that were collected remain. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#endDiscovery();
    this.#end();
    for (const [recorder] of this.#links) this.#forget(recorder);
    this.#settle();
  }

  #update(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ request: this.#request + 1, resolve });
      this.#send();
    });
  }

  async #discover(): Promise<void> {
    await within(discoveryTime, new Promise<void>((resolve) => (this.#endDiscovery = resolve)));
    this.#discovery = undefined;
  }

  #send(skipped: readonly string[] = []): void {
    if (this.#isStopped) return this.#settle();
    this.#sentAt = this.#collector.platformClock.now();
    this.#request++;
    this.#anyone.asked();
    for (const [recorder, link] of this.#links) {
      if (skipped.includes(recorder)) continue;
      link.liveness.asked();
      link.asked = this.#request;
      link.askedAt = this.#sentAt;
    }
    try {
      post(this.#channel, this.#message(skipped), this.#failed);
    } catch (error) {
      this.#failed(error); // of the collector's clock
    }
    this.#settle();
  }

  // Pages that are isolated can share memory with their own workers, but not with one another.
  #stopSharing(): void {
    if (!this.#sharesMemory) return;
    this.#sharesMemory = false;
    this.#send();
  }

  #message(skipped: readonly string[]): RecordRequest {
    const known = [...this.#links].map(([recorder, { thread }]) => [recorder, thread?.known ?? everything]);
    return {
      doha: 'monitor request',
      collector: this.#id,
      request: this.#request,
      asked: this.#collector.clock.now(),
      sharesMemory: this.#sharesMemory,
      known: Object.fromEntries(known) as Record<string, KnownRecords>,
      skipped,
    };
  }

  #receive(data: unknown): void {
    if (!isAnswerTo(this.#id, data)) return;
    try {
      this.#take(data, this.#collector.clock.now());
    } catch (error) {
      this.#failed(error); // of the collector's clock
    }
  }

  #take(data: RecordAnswer, answered: number): void {
    const reason = this.#refusal(data);
    if (reason !== undefined)
      return this.#refused(new TypeError(`Collector: an answer was refused, because ${reason}`));
    const { recorder, request } = data;
    const link = this.#links.get(recorder) ?? this.#join(data);
    link.liveness.hasAnswered(request, link.asked);
    this.#anyone.hasAnswered(request, this.#request);
    link.thread?.add(data, answered);
    this.#settle();
  }

  #refusal(answer: RecordAnswer): string | undefined {
    const wrong = wrongMemberOfAnswer(answer);
    if (wrong !== undefined) return `its ${wrong} is not valid`;
    if (answer.request > this.#request) return 'there was no such request';
    const hasRoom = this.#expected.length < maxRecorders || this.#links.has(answer.recorder);
    return hasRoom ? undefined : `the channel has more than ${maxRecorders} recorders`;
  }

  // A recorder that computes for long is as silent as one that has ended. Only a further recorder of the channel, such as that of a page that was loaded again,
  // makes the end more likely.
  #join(answer: RecordAnswer): Link {
    for (const [recorder, { liveness }] of this.#links) if (liveness.isSilent) this.#forget(recorder);
    const liveness = new Liveness(this.#collector.platformClock, answer.request);
    const thread = this.#collector.join(answer, liveness);
    const link: Link = { liveness, thread, asked: this.#request, askedAt: this.#sentAt };
    this.#links.set(answer.recorder, link);
    return link;
  }

  #forget(recorder: string): void {
    const { liveness, thread } = this.#links.get(recorder)!;
    thread?.channels.delete(liveness);
    this.#links.delete(recorder);
  }

  #settle(isSettled: (request: number) => boolean = (request) => this.#isComplete(request)): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ request }) => !isSettled(request));
    for (const { request, resolve } of waiting) if (isSettled(request)) resolve();
  }

  // A channel without a recorder is expected to have one, until it has left some requests unanswered.
  #isComplete(request: number): boolean {
    const isDead = this.#expected.length === 0 && this.#anyone.isSilent;
    return this.#isStopped || isDead || this.#allAnswered(request);
  }

  #allAnswered(request: number): boolean {
    const expected = this.#expected;
    return expected.length > 0 && expected.every(({ answered }) => answered >= request);
  }

  /** Of the recorders from which answers are expected. */
  get #expected(): readonly Liveness[] {
    return [...this.#links.values()].map(({ liveness }) => liveness).filter(({ isSilent }) => !isSilent);
  }
}
