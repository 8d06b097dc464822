import type { Kind } from './kinds.ts';
import type { Settings } from './settings.ts';

/** The two ways in which messages are sent. */
export const sides = ['plain', 'paceline'] as const;
export type Side = (typeof sides)[number];

/** A message that has come. */
export interface Arrival {
  readonly side: Side;
  readonly kind: Kind;
  readonly layer: number;
  /** Ms that it took. */
  readonly latency: number;
  readonly bytes: number;
  /** Where the pointer was when it was sent, each from 0 to 1. */
  readonly x: number;
  readonly y: number;
}

/** Gets what comes. */
export interface NetworkListener {
  arrived(arrival: Arrival): void;
  /** It has ended by itself; `reason`: a sentence. */
  failed(reason: string): void;
}

/** Two links alike: the same messages go by a plain WebSocket over one, and by Paceline over the other. */
export interface Network {
  set(settings: Settings): void;
  /** Where the pointer is, each from 0 to 1: what inputs say. */
  point(x: number, y: number): void;
  /** Goes on until `time`, in ms since it began, as far as it has a time of its own. */
  advanceTo(time: number): void;
  /** Whether anything is sent, as far as it has no time of its own. */
  pause(isPaused: boolean): void;
  /** Gives up the plain connection with all that waits, and makes another one. */
  reconnect(): void;
  close(): void;
}
