import type { FrameProbe, Host, Probe, Task, Timer } from '@doha/loop';
import { mixNumber, mixWord } from '../log/check-value.ts';
import type { Journal } from '../log/journal.ts';
import { ItemKind, Mark } from '../log/log-format.ts';
import { checkFrameProbe, checkInput, checkProbe, checkState } from './check-session.ts';
import { SeededRandom } from './seeded-random.ts';
import { sessionHost } from './session-host.ts';

/** Maximum number of names. Further ones count as `other`, the name 0. */
const maxNames = 4096;

/** The state of a session that recordings and replays have in common. */
export class SessionCore {
  readonly journal: Journal;
  /** Number of entries that are running: 1 inside of an entry. */
  depth = 0;
  /** Number of entries that have begun. */
  entries = 0;
  /** By host. */
  readonly turns: (() => void)[] = [];
  /** Requests of display frames, by number. */
  readonly draws: Map<number, (time: number) => void> = new Map();
  readonly visibilityListeners: ((visible: boolean) => void)[] = [];
  /** By the number of the name. */
  readonly inputs: Map<number, (data: unknown) => unknown> = new Map();
  /** Number of requests of display frames. */
  requests = 0;
  /** Number of callbacks that ran, and of drops, as far as the session knows. */
  dispatches = 0;
  /** Called once, after the entry that is running now. */
  afterEntry: (() => void) | undefined;
  /** Names by number. */
  readonly names: string[] = ['other'];

  #numbers: Map<string, number> = new Map([['other', 0]]);
  #random: SeededRandom;
  #check = 0; // hash of all decisions
  #hosts = 0;
  #probes = 0;
  #hash: (() => unknown) | undefined;

  constructor(journal: Journal, seed: number) {
    this.journal = journal;
    this.#random = new SeededRandom(seed);
  }

  host(platform: Host): Host {
    return sessionHost(this, this.#hosts++, platform);
  }

  /** Returns the number of a name. */
  nameOf(name: string): number {
    return this.#numbers.get(name) ?? this.#addName(name);
  }

  /** Whether the session knows the decisions of all loops. */
  get isObserved(): boolean {
    return this.#probes >= this.#hosts;
  }

  /** `next`: the probe of the program. `observer`: a probe that the program does not know. */
  probe(next: Probe | undefined, observer?: Probe): Probe {
    checkProbe('Session.probe', 'next', next);
    this.#probes++;
    return {
      ran: (task, start, end, priority) => {
        const name = this.#noteCallback(ItemKind.ran, task);
        this.#check = mixNumber(mixWord(this.#check, name), priority);
        observer?.ran?.(task, start, end, priority);
        next?.ran?.(task, start, end, priority);
      },
      fired: (timer, start, end, release) => {
        const name = this.#noteCallback(ItemKind.fired, timer);
        this.#check = mixNumber(mixWord(this.#check, ~name), release);
        observer?.fired?.(timer, start, end, release);
        next?.fired?.(timer, start, end, release);
      },
      dropped: (task, reason) => {
        if (!this.#isDisposal(task)) this.#noteDrop(task, reason);
        observer?.dropped?.(task, reason);
        next?.dropped?.(task, reason);
      },
      turned: (start, end) => {
        observer?.turned?.(start, end);
        next?.turned?.(start, end);
      },
    };
  }

  /** See {@link probe}. */
  frameProbe(next: FrameProbe | undefined, observer?: FrameProbe): FrameProbe {
    checkFrameProbe('Session.frameProbe', 'next', next);
    return {
      windowEnded: (start, end, updated, cancelled) => {
        this.#check = mixWord(mixWord(this.#check, updated), cancelled);
        observer?.windowEnded?.(start, end, updated, cancelled);
        next?.windowEnded?.(start, end, updated, cancelled);
      },
    };
  }

  declareInput(name: string, handler: (data: unknown) => unknown): number {
    checkInput(name, handler, () => this.inputs.has(this.nameOf(name)));
    const number = this.nameOf(name);
    this.inputs.set(number, handler);
    return number;
  }

  random(): number {
    return this.#random.next();
  }

  declareState(hash: () => unknown): void {
    checkState(hash);
    this.#hash = () => {
      const { state } = this.#random;
      try {
        return hash();
      } finally {
        this.#random.state = state; // the program gets the same numbers, however often the hash is computed
      }
    };
  }

  /** The hash of the state; undefined if the program has declared none. */
  get hash(): (() => unknown) | undefined {
    return this.#hash;
  }

  /** Runs an entry, whose beginning the journal knows. Throws the error of `run`. */
  enter(run: () => unknown): void {
    this.depth++;
    this.entries++;
    try {
      run();
    } catch (error) {
      this.journal.note(ItemKind.mark, Mark.threw);
      throw error;
    } finally {
      this.journal.end(mixWord(this.#check, this.#random.state));
      if (this.#hash !== undefined) this.journal.state(this.#hash, false);
      this.depth--;
      const { afterEntry } = this;
      this.afterEntry = undefined;
      afterEntry?.();
      this.journal.entryEnded();
    }
  }

  #noteCallback(kind: ItemKind, item: Task | Timer): number {
    const name = this.nameOf(nameOfCallback(item));
    this.dispatches++;
    this.journal.note(kind, name);
    return name;
  }

  /** Whether a task that is dropped now is dropped by the disposal of its loop between two entries. The application may make it, which a replay does not do. */
  #isDisposal({ loop }: Task): boolean {
    return this.depth === 0 && loop?.disposed === true;
  }

  #noteDrop(task: Task, reason: 'cancelled' | 'expired'): void {
    const argument = 2 * this.nameOf(nameOfCallback(task)) + (reason === 'expired' ? 1 : 0);
    this.dispatches++;
    this.journal.note(ItemKind.dropped, argument);
  }

  #addName(name: string): number {
    if (this.names.length >= maxNames) return 0;
    this.journal.name(name);
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** The name of the function of a task or timer. */
export function nameOfCallback({ callback }: Task | Timer): string {
  const { name }: { readonly name: unknown } = callback;
  return typeof name === 'string' && name !== '' ? name : 'anonymous';
}
