import type { Settings, Way } from './settings.ts';

/** What a page tells the server, as a line of JSON; not by the narrow links. */
export type Order =
  /** `way`: either way over both links. */
  | { readonly what: 'set'; readonly settings: Settings; readonly way: Way }
  /** Where the pointer is, each from 0 to 1, and when that was on the page's clock, in ms: the server's stamps are of that clock. */
  | { readonly what: 'point'; readonly x: number; readonly y: number; readonly at: number }
  | { readonly what: 'pause'; readonly isPaused: boolean };

/** What the server tells the page: its links are there, or why they are not. */
export type Answer = { readonly what: 'ready' } | { readonly what: 'failed'; readonly reason: string };
