import type { Kind } from './kinds.ts';

/** The links, all alike, and what goes by them. */
export interface Settings {
  readonly link: LinkSettings;
  readonly kinds: Readonly<Record<Kind, KindSettings>>;
  /** Inputs, positions and video are one stream, of which the highest priority goes first; the download is another one. */
  readonly weights: Weights;
}

export interface LinkSettings {
  /** Bits per second, each way. */
  readonly rate: number;
  /** Ms there and back when nothing waits. */
  readonly roundTrip: number;
  /** How much the router before the link lets wait, in ms at its rate; what does not fit is dropped. */
  readonly queue: number;
}

export interface KindSettings {
  /** Bits per second that are sent; 0: none. */
  readonly rate: number;
  readonly priority: number;
}

export interface Weights {
  readonly play: number;
  readonly download: number;
}

/** One way over a link. */
export interface Way {
  /** Bits per second. */
  readonly rate: number;
  /** Ms. */
  readonly delay: number;
  /** Bytes that wait at the most. */
  readonly queue: number;
}

/** A router drops nearly all where not even a few packets may wait. */
const leastQueue = 15_000;

/** Either way over such a link. */
export function wayOf({ queue, rate, roundTrip }: LinkSettings): Way {
  return { rate, delay: roundTrip / 2, queue: Math.max(leastQueue, Math.round((queue * rate) / 8000)) };
}

export const presets = {
  village: { rate: 4e6, roundTrip: 40, queue: 80 },
  train: { rate: 4e6, roundTrip: 100, queue: 200 },
  home: { rate: 16e6, roundTrip: 30, queue: 60 },
  fibre: { rate: 50e6, roundTrip: 20, queue: 40 },
} as const satisfies Readonly<Record<string, LinkSettings>>;

/** More than the link can carry. */
export const usual: Settings = {
  link: presets.village,
  kinds: {
    inputs: { rate: 60 * 512, priority: 9 },
    positions: { rate: 0.5e6, priority: 6 },
    video: { rate: 4e6, priority: 3 },
    download: { rate: 2e6, priority: 0 },
  },
  weights: { play: 4, download: 1 },
};
