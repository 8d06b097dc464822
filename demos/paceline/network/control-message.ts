import type { Settings, OneWayLink } from './settings.ts';

/** A message of the page to the server, as a line of JSON. These messages use a separate connection, beside the two links that are compared. */
export type ControlMessage =
  /** `way`: the settings that each direction of both links gets, computed from `settings`. */
  | { readonly what: 'set'; readonly settings: Settings; readonly way: OneWayLink }
  /**
   * The position of the pointer, 0 to 1, and its time on the clock of the page in ms. From `at` the
   * server estimates this clock, and stamps each message with the time on it (`stamp.ts`).
   */
  | { readonly what: 'point'; readonly x: number; readonly y: number; readonly at: number }
  | { readonly what: 'pause'; readonly isPaused: boolean };

/** An answer of the development server, which makes the links (`vite-plugins/real-links`) and passes control messages to `server.ts`: the links are ready, or the reason why there are none. */
export type ControlReply = { readonly what: 'ready' } | { readonly what: 'failed'; readonly reason: string };
