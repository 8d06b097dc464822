import { PacelineSocket } from '@doha/paceline';
import { trySession } from './try-session.ts';
import { trySocket } from './try-socket.ts';

/** What is tried, and where servers are; ports by what they serve. */
export interface Task {
  readonly what: 'socket' | 'session';
  readonly servers: Readonly<Record<string, string>>;
}

/** Tries it in this thread, and returns the report. */
export async function runHere({ servers, what }: Task): Promise<unknown> {
  const { echo = '', nowhere = '', plain = '', session = '' } = servers;
  if (what === 'session') return trySession(session);
  return {
    platform: await trySocket(WebSocket, plain, nowhere),
    toPlain: await trySocket(PacelineSocket, plain, nowhere),
    toPaceline: await trySocket(PacelineSocket, echo, nowhere),
  };
}
