import { type Kind, kinds } from '../network/kinds.ts';
import type { Arrival } from '../network/network.ts';
import type { Position } from './pointer-view.ts';

/** Duration of a point of the plot in ms, and number of points. */
const period = 200;
const count = 150;
/** Duration of the plot in s. */
export const span: number = (period * count) / 1000;

/** Number of points that a displayed mean covers: one second. */
const recentPoints = 5;

interface Point {
  readonly sum: number; // of latencies in ms
  readonly max: number;
  readonly messages: number;
  readonly bytes: number;
}

const empty: Point = { sum: 0, max: NaN, messages: 0, bytes: 0 };

/**
 * The latencies of one connection during the time of its plot. The latency of a video frame is that
 * of its first layer.
 */
export class LatencyHistory {
  /** The position of the pointer that the last input contained. */
  pointer: Position = { x: 0.5, y: 0.5 };
  /** Time of the last arrival in ms. */
  lastArrival: number;
  #points: Readonly<Record<Kind, Point[]>>;
  #index: number; // number of the last point, counted from time 0

  /** `time`: start time in ms. */
  constructor(time: number) {
    this.lastArrival = time;
    this.#index = Math.floor(time / period);
    const emptyPoints = (): Point[] => Array.from({ length: count }, () => empty);
    this.#points = {
      inputs: emptyPoints(),
      positions: emptyPoints(),
      video: emptyPoints(),
      download: emptyPoints(),
    };
  }

  /** Begins new points until the last one contains `time`, in ms. */
  advanceTo(time: number): void {
    const index = Math.floor(time / period);
    for (; this.#index < index; this.#index++) {
      for (const kind of kinds) this.#points[kind].splice(0, 1);
      for (const kind of kinds) this.#points[kind].push(empty);
    }
  }

  record({ bytes, kind, latency, layer, x, y }: Arrival, time: number): void {
    this.lastArrival = time;
    if (kind === 'inputs') this.pointer = { x, y };
    const points = this.#points[kind];
    const before = points.at(-1)!;
    const isFirstLayer = layer === 0;
    points[count - 1] = {
      sum: before.sum + (isFirstLayer ? latency : 0),
      max: isFirstLayer ? Math.max(latency, before.messages > 0 ? before.max : 0) : before.max,
      messages: before.messages + Number(isFirstLayer),
      bytes: before.bytes + bytes,
    };
  }

  /** Time of each point in s, relative to now. */
  get times(): number[] {
    return Array.from({ length: count }, (_, i) => ((i + 1 - count) * period) / 1000);
  }

  /** Maximum latency of each point in ms; null without messages. */
  latencies(kind: Kind): (number | null)[] {
    return this.#points[kind].map(({ messages, max }) => (messages > 0 ? max : null));
  }

  /** Mean latency of the last second in ms; undefined without messages. */
  latency(kind: Kind): number | undefined {
    const messages = this.#sum(kind, 'messages');
    return messages > 0 ? this.#sum(kind, 'sum') / messages : undefined;
  }

  /** Received bits per second in the last second. */
  rate(kind: Kind): number {
    return (8000 * this.#sum(kind, 'bytes')) / (recentPoints * period);
  }

  // Leaves out the last point, which is not complete.
  #sum(kind: Kind, key: 'sum' | 'messages' | 'bytes'): number {
    return this.#points[kind].slice(-1 - recentPoints, -1).reduce((sum, point) => sum + point[key], 0);
  }
}
