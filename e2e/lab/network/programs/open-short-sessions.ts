import type { Connection } from './connection.ts';
import type { ShortSessions } from './flow.ts';

/** Opens sessions by `connect` until the process ends. Their messages are ignored. */
export function openShortSessions(
  { lasting, period }: ShortSessions,
  connect: () => Promise<Connection>,
): void {
  const open = async (): Promise<void> => {
    const connection = await connect();
    if (connection.kind !== 'session') throw new TypeError('openShortSessions: not a session');
    const { session } = connection;
    session.onMessage(() => {});
    setTimeout(() => void session.close(), lasting);
  };
  setInterval(() => void open(), period);
}
