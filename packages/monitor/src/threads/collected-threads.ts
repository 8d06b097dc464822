import type { Recorder } from '../recording/recorder.ts';
import { shortName } from '../recording/short-name.ts';
import { CollectedThread } from './collected-thread.ts';
import type { Liveness } from './liveness.ts';
import type { RecordAnswer } from './messages.ts';

/** Maximum number of threads that have ended, and whose records are kept. */
const maxEnded = 8;

/** The threads of a collector. A recorder is one thread, even if it is reached through several channels. */
export class CollectedThreads {
  #own: Recorder | undefined;
  #origin: number | undefined;
  #threads: Map<string, CollectedThread> = new Map(); // by the id of the recorder, in the order in which they joined

  /** `own`: the recorder of the collector's own thread. `origin`: that of the collector's clock. */
  constructor(own: Recorder | undefined, origin: number | undefined) {
    this.#own = own;
    this.#origin = origin;
  }

  [Symbol.iterator](): Iterator<CollectedThread> {
    return this.#threads.values();
  }

  /**
   * Returns the thread of a recorder that has answered through a channel, and adds it if it is new. Undefined for the recorder of the collector's own thread.
   * `liveness`: that in the channel. `given`: the name that the application has given.
   */
  join(answer: RecordAnswer, liveness: Liveness, given: string | undefined): CollectedThread | undefined {
    if (answer.recorder === this.#own?.id) return undefined;
    const thread = this.#threads.get(answer.recorder) ?? this.#add(answer, given);
    thread.channels.add(liveness);
    this.#forgetOldest();
    return thread;
  }

  #add(answer: RecordAnswer, given: string | undefined): CollectedThread {
    const name = this.#freeName(given ?? shortName(answer.thread));
    const thread = new CollectedThread(name, answer, this.#origin);
    this.#threads.set(answer.recorder, thread);
    return thread;
  }

  // The replacement of a thread that has ended gets its name.
  #freeName(wanted: string): string {
    const running = [...this.#threads.values()].filter(({ channels }) => channels.size > 0);
    const taken = new Set([this.#own?.thread, ...running.map(({ name }) => name)]);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`;
    return name;
  }

  // A thread that no channel leads to has ended.
  #forgetOldest(): void {
    const ended = [...this.#threads].filter(([, { channels }]) => channels.size === 0);
    for (const [recorder] of ended.slice(0, -maxEnded)) this.#threads.delete(recorder);
  }
}
