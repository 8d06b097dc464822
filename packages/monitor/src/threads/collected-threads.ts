import type { Recorder } from '../recording/recorder.ts';
import { shortName } from '../recording/short-name.ts';
import { CollectedThread } from './collected-thread.ts';
import type { Liveness } from './liveness.ts';
import type { RecordAnswer } from './messages.ts';

/** Maximum number of threads that have ended, and whose records are kept. */
const maxEnded = 8;

/** Maximum number of threads whose records were forgotten, but not their number and position. Each takes about 2 kB. */
const maxForgotten = 256;

/** The threads of a collector. A recorder is one thread, even if it is reached through several channels. */
export class CollectedThreads {
  #own: Recorder | undefined;
  #origin: number | undefined;
  // By the id of the recorder, in the order in which they joined.
  #threads: Map<string, CollectedThread> = new Map();
  #forgotten: Map<string, CollectedThread> = new Map();
  #lost = 0;

  /** `own`: the recorder of the collector's own thread. `origin`: that of the collector's clock. */
  constructor(own: Recorder | undefined, origin: number | undefined) {
    this.#own = own;
    this.#origin = origin;
  }

  /** All threads, also those whose records were forgotten: these still count them as lost. */
  [Symbol.iterator](): Iterator<CollectedThread> {
    return [...this.#forgotten.values(), ...this.#threads.values()].values();
  }

  /** The threads whose records are kept. */
  get kept(): readonly CollectedThread[] {
    return [...this.#threads.values()];
  }

  /** Number of lost records of threads that are no longer among these. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Returns the thread of a recorder that has answered through a channel, and adds it if it is new. Undefined for the recorder of the collector's own thread.
   * `liveness`: that in the channel. `given`: the name that the application has given.
   */
  join(answer: RecordAnswer, liveness: Liveness, given: string | undefined): CollectedThread | undefined {
    const { recorder } = answer;
    if (recorder === this.#own?.id) return undefined;
    const thread = this.#threads.get(recorder) ?? this.#forgotten.get(recorder) ?? this.#new(answer, given);
    // Another thread may have got the name of a thread that had ended and answers again.
    if (thread.channels.size === 0) thread.name = this.#freeName(thread.name);
    thread.channels.add(liveness);
    this.#forgotten.delete(recorder);
    this.#threads.set(recorder, thread);
    this.#forgetOldest();
    return thread;
  }

  #new(answer: RecordAnswer, given: string | undefined): CollectedThread {
    return new CollectedThread(given ?? shortName(answer.thread), answer, this.#origin);
  }

  // The replacement of a thread that has ended gets its name.
  #freeName(wanted: string): string {
    const running = this.kept.filter(({ channels }) => channels.size > 0);
    const taken = new Set([this.#own?.thread, ...running.map(({ name }) => name)]);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`;
    return name;
  }

  // A thread that no channel leads to has ended.
  #forgetOldest(): void {
    const ended = [...this.#threads].filter(([, { channels }]) => channels.size === 0);
    for (const [recorder, thread] of ended.slice(0, -maxEnded)) {
      thread.forget();
      this.#threads.delete(recorder);
      this.#forgotten.set(recorder, thread);
    }
    for (const [recorder, { lost }] of [...this.#forgotten].slice(0, -maxForgotten)) {
      this.#forgotten.delete(recorder);
      this.#lost += lost;
    }
  }
}
