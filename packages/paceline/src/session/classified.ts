import type { SendOptions } from './stream.ts';

/** How a message is sent that a program sends as by any WebSocket. */
export interface Classified extends SendOptions {
  /** It takes the place of the last one with this key that has not left. */
  readonly key?: string;
}
