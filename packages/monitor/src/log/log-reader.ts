import { shortOf } from './check-value.ts';
import { type ComparedState, comparedState, replayedState } from './compared-state.ts';
import { describeItem, type Divergence } from './divergence.ts';
import { endOfLog, ItemReader } from './item-reader.ts';
import type { Journal } from './journal.ts';
import { isEntry, isReading, ItemKind, Mark } from './log-format.ts';

/** After the end of a log, and after a difference, each reading is this many ms later, so that a program that waits for a time ends. */
const readingDuration = 0.005;

/** The recorded state at the end of the recording, and the replayed one at the place in the log where the end was found. */
interface LastState {
  readonly recorded: ComparedState;
  readonly found: ComparedState;
}

/** Gives a program the recorded answers, and compares its events with the recorded ones. */
export class LogReader extends ItemReader implements Journal {
  /** The first difference. */
  divergence: Divergence | undefined;
  /** Number of entries that have begun. */
  entries = 0;

  #names: readonly string[] = [];
  #check = 0; // at the end of the last entry
  #hash: () => (() => unknown) | undefined = () => undefined;
  #isHashing = false; // whether the hash of the state is computed
  #last: LastState | undefined; // until `compareEnd`

  /** `names`: for descriptions, by number. `hash`: returns the function that computes the hash of the state; undefined if the program has none. */
  use(names: readonly string[], hash: () => (() => unknown) | undefined): void {
    this.#names = names;
    this.#hash = hash;
  }

  /** Whether the log has ended, or differs from the program. */
  get isOver(): boolean {
    return this.divergence !== undefined || this.next === endOfLog;
  }

  /** Whether the recording was ended. False for a log without its last bytes. */
  get isComplete(): boolean {
    return this.next === endOfLog && !this.isCut;
  }

  /** Whether the next item is an entry that began before any microtask of the last one. */
  get isNextJoined(): boolean {
    const { argument, kind } = this.next;
    return isEntry(kind) && argument % 2 === 1;
  }

  reading(): number {
    if (this.#isHashing) return this.time;
    if (this.isOver || !isReading(this.next.kind)) {
      this.#expected('a reading of the clock');
      return this.pass(readingDuration);
    }
    const time = this.takeReading();
    this.lookForEnd();
    return time;
  }

  interrupted(): boolean {
    if (this.isOver) return true;
    const { argument, kind } = this.next;
    const isInterrupted = kind === ItemKind.mark && argument === Mark.interrupted;
    if (isInterrupted) this.take();
    return isInterrupted;
  }

  watched(): boolean {
    if (this.isOver) return true;
    const { argument, kind } = this.next;
    if (kind === ItemKind.watched) this.take();
    else this.#expected('the beginning of a watch of the visibility');
    return argument === 1;
  }

  /** The argument of the next item, a host, which stays the next one. 0 if it is not a host. */
  get hostMask(): number {
    return this.next.kind === ItemKind.host ? this.next.argument : 0;
  }

  note(kind: ItemKind, argument: number): void {
    if (this.isOver) return;
    const { next } = this;
    if (next.kind !== kind || next.argument !== argument)
      return this.#expected(describeItem(kind, argument, this.#names));
    this.take();
    this.lookForEnd();
  }

  name(text: string): void {
    if (this.isOver) return;
    const described = `the first use of the name ${JSON.stringify(text)}`;
    if (this.next.kind !== ItemKind.name) return this.#expected(described);
    const recorded = this.text(this.take().argument);
    if (!this.isCut && recorded !== wellFormed(text))
      this.diverge(`the first use of the name ${JSON.stringify(recorded)}`, described);
  }

  begin(): void {
    // A replay begins entries itself. Its hosts have no platform that could do so.
  }

  end(check: number): void {
    const isChanged = check !== this.#check;
    this.#check = check;
    if (this.isOver) return;
    if (this.next.kind !== ItemKind.end) return this.#expected('the end of the entry');
    const { argument } = this.take();
    const recorded = argument === 0 ? undefined : this.checkValue();
    const replayed = isChanged ? shortOf(check) : undefined;
    if (recorded !== replayed && !this.isCut) this.diverge(checkText(recorded), checkText(replayed));
  }

  entryEnded(): void {
    this.lookForEnd();
  }

  state(hash: () => unknown): void {
    const { argument, kind } = this.next;
    if (this.isOver || kind !== ItemKind.state || argument === 1) return;
    const recorded = this.#takeState();
    const replayed = this.#stateNow(hash);
    if (recorded !== undefined && recorded.key !== replayed.key)
      this.diverge(recorded.description, replayed.description);
  }

  /**
   * Passes over the readings that code outside of the program has made between two entries, such as one that disposes of a loop. To be called when
   * the microtasks of the last entry have run.
   */
  skipReadings(): void {
    while (!this.isOver && isReading(this.next.kind)) this.takeReading();
  }

  /** Takes the hash at the end of the recording, if it is next. The log is then over, but microtasks of the program may be left. */
  lookForEnd(): void {
    const hash = this.#hash();
    if (hash === undefined || this.divergence !== undefined || this.#isHashing) return;
    const { argument, kind } = this.next;
    if (kind !== ItemKind.state || argument !== 1) return;
    const recorded = this.#takeState();
    if (recorded !== undefined) this.#last = { recorded, found: this.#stateNow(hash) };
  }

  /**
   * Compares the hash at the end of the recording, after all microtasks of the last entry. The recording may have ended between two of them. So if they have
   * changed the state since the end of the log was found, a different state is no divergence.
   */
  compareEnd(): void {
    const [hash, last] = [this.#hash(), this.#last];
    this.#last = undefined;
    if (hash === undefined || last === undefined) return;
    const { found, recorded } = last;
    const replayed = this.#stateNow(hash);
    if (found.key === replayed.key && recorded.key !== replayed.key)
      this.diverge(recorded.description, replayed.description);
  }

  /** Takes the next item, a state. Undefined if the log was cut in it. */
  #takeState(): ComparedState | undefined {
    this.take();
    const recorded = this.value();
    return this.isCut ? undefined : comparedState(recorded);
  }

  #stateNow(hash: () => unknown): ComparedState {
    this.#isHashing = true;
    try {
      return replayedState(hash);
    } finally {
      this.#isHashing = false;
    }
  }

  /** Reports the first difference. Has no effect after another one. */
  diverge(recorded: string, replayed: string): void {
    this.divergence ??= { entry: this.entries, time: this.time, offset: this.offset, recorded, replayed };
  }

  /** The program did something that the log does not have at this point. */
  #expected(replayed: string): void {
    if (this.isOver) return;
    const { argument, kind } = this.next;
    this.diverge(describeItem(kind, argument, this.#names), replayed);
  }
}

function checkText(check: number | undefined): string {
  return check === undefined ? 'no change of the decisions' : `the check value ${check.toString(16)}`;
}

/** A text as UTF-8 can contain it. */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}
