import { type Kind, kinds } from './kinds.ts';
import type { Arrival } from './network.ts';
import type { Place } from './pointer-view.ts';

/** Ms that a point of the plot stands for, and how many there are. */
const period = 200;
const count = 150;
/** Seconds to be seen. */
export const span: number = (period * count) / 1000;

/** Points that a figure is the mean of: a second. */
const recent = 5;

interface Point {
  readonly sum: number; // of latencies, in ms
  readonly most: number;
  readonly messages: number;
  readonly bytes: number;
}

const nothing: Point = { sum: 0, most: NaN, messages: 0, bytes: 0 };

/** How late the messages of one side were, for as long as the plot shows. A picture is there with its first layer. */
export class History {
  /** Where the pointer was when the input was sent that came last. */
  newest: Place = { x: 0.5, y: 0.5 };
  /** Ms; when anything came last. */
  heardAt: number;
  #points: Readonly<Record<Kind, Point[]>>;
  #at: number; // place of the newest point, counted from the beginning of time

  /** `time`: ms; when it begins. */
  constructor(time: number) {
    this.heardAt = time;
    this.#at = Math.floor(time / period);
    const none = (): Point[] => Array.from({ length: count }, () => nothing);
    this.#points = { inputs: none(), positions: none(), video: none(), download: none() };
  }

  /** Everything until `time`, in ms, is over. */
  advanceTo(time: number): void {
    const at = Math.floor(time / period);
    for (; this.#at < at; this.#at++) {
      for (const kind of kinds) this.#points[kind].splice(0, 1);
      for (const kind of kinds) this.#points[kind].push(nothing);
    }
  }

  note({ bytes, kind, latency, layer, x, y }: Arrival, time: number): void {
    this.heardAt = time;
    if (kind === 'inputs') this.newest = { x, y };
    const points = this.#points[kind];
    const before = points.at(-1)!;
    const isOne = layer === 0;
    points[count - 1] = {
      sum: before.sum + (isOne ? latency : 0),
      most: isOne ? Math.max(latency, before.messages > 0 ? before.most : 0) : before.most,
      messages: before.messages + Number(isOne),
      bytes: before.bytes + bytes,
    };
  }

  /** Seconds before now of each point. */
  get times(): number[] {
    return Array.from({ length: count }, (_, i) => ((i + 1 - count) * period) / 1000);
  }

  /** By point the longest latency in ms; null: nothing came. */
  latencies(kind: Kind): (number | null)[] {
    return this.#points[kind].map(({ messages, most }) => (messages > 0 ? most : null));
  }

  /** Ms that messages of the last second took in the mean; undefined: none came. */
  latency(kind: Kind): number | undefined {
    const messages = this.#sum(kind, 'messages');
    return messages > 0 ? this.#sum(kind, 'sum') / messages : undefined;
  }

  /** Bits per second that came in the last second. */
  rate(kind: Kind): number {
    return (8000 * this.#sum(kind, 'bytes')) / (recent * period);
  }

  // The newest point is not complete.
  #sum(kind: Kind, what: 'sum' | 'messages' | 'bytes'): number {
    return this.#points[kind].slice(-1 - recent, -1).reduce((sum, point) => sum + point[what], 0);
  }
}
