import { WebSocketServer } from 'ws';
import { PacelineWebSocketServer } from './paceline-web-socket-server.ts';

/** Log of a program: names and values. */
export type Log = unknown[];

/** Logs the result of a call, or the class of its error. */
export function note(log: Log, call: () => unknown): void {
  try {
    log.push(['returns', call()]);
  } catch (error) {
    log.push(['throws', (error as Error).constructor.name]);
  }
}

/** The compared servers. */
export const kinds: [string, typeof WebSocketServer][] = [
  ['ws', WebSocketServer],
  ['PacelineWebSocketServer', PacelineWebSocketServer as unknown as typeof WebSocketServer],
];
