/** Duration in ms of a slot of a {@link Load}. */
export const slotDuration = 20;

/** Greatest duration in ms of a {@link Load}, and of its parts: a day. */
export const maxDuration = 86_400_000;

/** Figures that a benchmark has in common with its recording, within 10 %. */
export interface LoadFigures {
  /** Callbacks or windows per second. */
  readonly rate: number;
  /** Dropped tasks, or cancelled updates, per second. */
  readonly drops: number;
  /** Updates of a `Frame` per second; 0 for tasks and timers. */
  readonly updates: number;
  /** The time in ms that 95 % of the callbacks did not exceed. For windows: the time of all updates of a window. */
  readonly p95: number;
}

/** The times in ms that the shares 0, 1 / (n - 1), …, 1 of the values do not exceed. */
export type Quantiles = readonly number[];

/** Values of slots, by the number of the slot in ascending order. Slots that are absent take no memory, because a machine may sleep for hours. */
export type SlotValues = readonly (readonly [slot: number, value: number])[];

/** Tasks that one function ran. */
export interface TaskLoad {
  readonly kind: 'task';
  readonly figures: LoadFigures;
  /** Number of callbacks that began in each slot; absent: 0. */
  readonly arrivals: SlotValues;
  /** Number of drops in each slot; absent: 0. */
  readonly drops: SlotValues;
  readonly runTimes: Quantiles;
  readonly priorities: Quantiles;
}

/** Timers that called one function, or a period of `recorder.span` outside of callbacks. */
export interface TimerLoad {
  readonly kind: 'timer';
  readonly figures: LoadFigures;
  readonly arrivals: SlotValues;
  readonly runTimes: Quantiles;
}

/** The windows of a `Frame`. */
export interface WindowLoad {
  readonly kind: 'window';
  readonly figures: LoadFigures;
  /** Ms between two steps. */
  readonly step: number;
  readonly stepsPerWindow: number;
  /** Number of entities in each slot; absent: that of the slot before. */
  readonly entities: SlotValues;
  /** Of the mean update of a window. */
  readonly updateTimes: Quantiles;
  /** Of a step without the updates of `entities`. */
  readonly stepTimes: Quantiles;
}

/**
 * The shape of the load of one thread, made by {@link loadOf}. It has no names, no inputs and no state of the program, so it can be published. It
 * consists of plain data, so `JSON.stringify` makes a file of it.
 */
export interface Load {
  readonly version: 1;
  /** Ms. */
  readonly duration: number;
  /** By the order in which the functions first ran. */
  readonly works: readonly (TaskLoad | TimerLoad | WindowLoad)[];
}
