import type { Kind } from './kinds.ts';

/**
 * The settings of the messages and of the links. Each of the two compared connections has a link of
 * its own, with equal settings.
 */
export interface Settings {
  readonly link: LinkSettings;
  readonly kinds: Readonly<Record<Kind, KindSettings>>;
  /**
   * The weights by which two streams share the bandwidth. One stream has the inputs, the positions
   * and the video, and sends the highest priority first. The other one has the download.
   */
  readonly weights: Weights;
}

export interface LinkSettings {
  /** Bits per second in each direction. */
  readonly rate: number;
  /** Round-trip time in ms without a queue. */
  readonly roundTrip: number;
  /**
   * Capacity of the router's queue before the link, in ms at the rate of the link. Packets that do
   * not fit are dropped.
   */
  readonly queue: number;
}

export interface KindSettings {
  /** Sent bits per second; 0: none. */
  readonly rate: number;
  readonly priority: number;
}

export interface Weights {
  readonly play: number;
  readonly download: number;
}

/** One direction of a link. */
export interface OneWayLink {
  /** Bits per second. */
  readonly rate: number;
  /** Delay in ms. */
  readonly delay: number;
  /** Capacity of the queue in bytes. */
  readonly queue: number;
}

/**
 * Minimum capacity of a queue in bytes. A queue for only a few packets would drop nearly all
 * packets.
 */
const minQueue = 15_000;

/** Each direction of a link. */
export function oneWay({ queue, rate, roundTrip }: LinkSettings): OneWayLink {
  return { rate, delay: roundTrip / 2, queue: Math.max(minQueue, Math.round((queue * rate) / 8000)) };
}

export const presets = {
  village: { rate: 4e6, roundTrip: 40, queue: 80 },
  train: { rate: 4e6, roundTrip: 100, queue: 200 },
  home: { rate: 16e6, roundTrip: 30, queue: 60 },
  fiber: { rate: 50e6, roundTrip: 20, queue: 40 },
} as const satisfies Readonly<Record<string, LinkSettings>>;

/** The default settings: more messages than the link can carry. */
export const defaultSettings: Settings = {
  link: presets.village,
  kinds: {
    inputs: { rate: 60 * 512, priority: 9 },
    positions: { rate: 0.5e6, priority: 6 },
    video: { rate: 4e6, priority: 3 },
    download: { rate: 2e6, priority: 0 },
  },
  weights: { play: 4, download: 1 },
};
