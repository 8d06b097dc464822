import type { Kind } from './kinds.ts';
import type { Settings } from './settings.ts';

/** The two connections that are compared. */
export const sides = ['plain', 'paceline'] as const;
export type Side = (typeof sides)[number];

/** A received message. */
export interface Arrival {
  readonly side: Side;
  readonly kind: Kind;
  readonly layer: number;
  /** Latency in ms. */
  readonly latency: number;
  readonly bytes: number;
  /** Position of the pointer when the message was sent, 0 to 1. */
  readonly x: number;
  readonly y: number;
}

/** Callbacks of a network. */
export interface NetworkListener {
  arrived(arrival: Arrival): void;
  /** The network failed. `reason` is a sentence. */
  failed(reason: string): void;
}

/** Two equal links. The same messages are sent by a plain WebSocket over one of them, and by Paceline over the other. */
export interface Network {
  set(settings: Settings): void;
  /** Sets the position of the pointer, 0 to 1. Messages contain the position at their sending. */
  movePointer(x: number, y: number): void;
  /** Advances to `time`, in ms since the start, if the network has simulated time. */
  advanceTo(time: number): void;
  /** Stops or resumes sending, if the network has real time. */
  pause(isPaused: boolean): void;
  /** Closes the plain connection with its queue, and opens another one. */
  reconnect(): void;
  close(): void;
}
