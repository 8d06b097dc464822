import { PacelineSocket } from '@doha/paceline';
import { trySession } from './try-session.ts';
import { trySocket } from './try-socket.ts';

/** The test to run, and the addresses of the servers by their kind. */
export interface Task {
  readonly what: 'socket' | 'session';
  readonly servers: Readonly<Record<string, string>>;
}

/** Runs the test in this thread. Returns its report. */
export async function runHere({ servers, what }: Task): Promise<unknown> {
  const { echo = '', nowhere = '', plain = '', session = '' } = servers;
  if (what === 'session') return trySession(session);
  return {
    platform: await trySocket(WebSocket, plain, nowhere),
    toPlain: await trySocket(PacelineSocket, plain, nowhere),
    toPaceline: await trySocket(PacelineSocket, echo, nowhere),
  };
}
