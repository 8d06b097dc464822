import type { Follower } from '../recording/follower.ts';
import { CallbackTable } from './callbacks/callback-table.ts';
import { PriorityRates } from './callbacks/priority-rates.ts';
import { ThreadLanes } from './lanes/thread-lanes.ts';
import type { Action } from './parameters/action.ts';
import { NamedSet } from './parameters/named-set.ts';
import { ParameterSet } from './parameters/parameter-set.ts';
import { RecordReader } from './record-reader.ts';
import { BuiltInSignals } from './signals/built-in-signals.ts';
import type { Signal } from './signals/signal.ts';
import { SignalSet } from './signals/signal-set.ts';
import { Timeline } from './signals/timeline.ts';
import { type Crossing, Trigger } from './signals/trigger.ts';

/** Time in ms after which a display that a trigger has frozen resumes, if the mode of the trigger is `auto`. */
const holdTime = 2000;

/** Settings of an {@link OverlayModel}. */
export interface ModelOptions {
  /** Samples per second. */
  readonly rate: number;
  /** Length of the history in s. */
  readonly history: number;
  /** Time in ms by which signals are shown later than they were recorded, so that records of other threads arrive in time. */
  readonly delay: number;
}

/** The data of an overlay. It knows neither the page nor a clock: all times are in ms and are given. */
export class OverlayModel {
  readonly timeline: Timeline;
  readonly signals: SignalSet;
  readonly builtIn: BuiltInSignals;
  readonly callbacks: CallbackTable = new CallbackTable();
  readonly priorities: PriorityRates = new PriorityRates();
  readonly lanes: ThreadLanes = new ThreadLanes();
  readonly parameters: ParameterSet = new ParameterSet();
  readonly actions: NamedSet<Action> = new NamedSet();
  readonly trigger: Trigger = new Trigger();
  readonly reader: RecordReader;
  /** The time of the last sample that was not frozen. */
  now: number;
  #delay: number;
  #watched: number; // the period until which the trigger has been checked
  #resumesAt = Infinity;
  #isFrozen = false;
  #crossing: Crossing | undefined;
  #isGap = false; // nothing was recorded since the last sample

  /** `mainThread`: the thread of the page, if it is known. */
  constructor({ delay, history, rate }: ModelOptions, now: number, mainThread?: string) {
    this.now = now;
    this.#delay = delay;
    this.timeline = new Timeline(rate, history, now);
    this.signals = new SignalSet(this.timeline, mainThread);
    this.builtIn = new BuiltInSignals(this.timeline, this.signals);
    this.reader = new RecordReader(this);
    this.#watched = this.shownPeriods;
  }

  /** The number of the period after the newest one that is shown. */
  get shownPeriods(): number {
    return this.timeline.periodAt(this.now - this.#delay);
  }

  /** While the overlay is frozen, it shows the last moments before, and drops new records. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** The crossing at which the trigger has frozen the display; undefined unless it is frozen by the trigger. */
  get crossing(): Crossing | undefined {
    return this.#crossing;
  }

  freeze(): void {
    this.#isFrozen = true;
    this.#resumesAt = Infinity;
  }

  resume(): void {
    if (!this.#isFrozen) return;
    this.#isFrozen = false;
    this.#crossing = undefined;
    this.#resumesAt = Infinity;
    this.#isGap = true;
    if (this.trigger.state === 'fired') this.trigger.arm(); // otherwise the last crossing would freeze the display again
  }

  /** Says that no records were taken since the last sample, because the overlay was hidden. A crossing before that is dropped unless the display is frozen. */
  interrupt(): void {
    this.#isGap = true;
    if (!this.#isFrozen && this.trigger.state === 'fired') this.trigger.arm();
  }

  /** Makes a sample: takes the new records, and reads the sampled signals. Returns whether the trigger has frozen the display. */
  sample(follower: Follower, now: number): boolean {
    const taken = follower.take();
    if (now >= this.#resumesAt) this.resume();
    if (this.#isFrozen) return false;
    const shown = this.timeline.startOf(this.shownPeriods);
    const present = this.timeline.periodAt(now);
    if (this.#isGap) this.signals.skipTo(present);
    this.now = now;
    for (const records of this.#isGap ? [] : taken) this.reader.read(records, now, shown);
    this.#isGap = false;
    this.builtIn.sampled(present);
    for (const signal of this.signals.sampled) signal.sample(present);
    return this.#watchTrigger(now);
  }

  #watchTrigger(now: number): boolean {
    const { settings } = this.trigger;
    const end = this.shownPeriods;
    const signal = this.#signalOf(settings.signal);
    if (signal !== undefined && end > this.#watched)
      this.trigger.watch(signal, this.#watched, end, this.timeline);
    this.#watched = end;
    if (!this.trigger.freezes(this.timeline.startOf(end))) return false;
    this.freeze();
    this.#crossing = this.trigger.crossing;
    if (settings.mode === 'auto') this.#resumesAt = now + holdTime;
    else this.trigger.end();
    return true;
  }

  #signalOf(name: string): Signal | undefined {
    return name === '' ? undefined : this.signals.all.find((signal) => signal.name === name);
  }
}
