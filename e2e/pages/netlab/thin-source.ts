import type { Session } from '@doha/paceline';
import type { Connection, Meet } from './connection.ts';
import { countedTime } from './counted-time.ts';
import { every } from './every.ts';
import type { Place, Platform, RunTime } from './flow.ts';
import { type Outlet, outletOf } from './outlet.ts';

/** A thin stream beside one that carries as much as it can. */
export interface ThinOptions extends Place, RunTime {
  /** Whether each has a connection, or a session, of its own: `flows` is 2 then, else 1. */
  readonly apart: boolean;
}

export interface ThinSourceReport {
  readonly failovers: number;
}

/** Ms from one thin message to the next, and the bytes of each (Evensen 2010). */
const period = 20;
export const thinSize = 64;

const bulkSize = 2 ** 14;
const block = new Uint8Array(bulkSize);

/** Bytes that a plain WebSocket is given ahead, and ms until one looks again: enough for a link that takes 128 Mbit/s. */
const ahead = 2 ** 16;
const look = 4;

/** Sends the thin messages by the first connection, and the bulk by the last one, until the process is ended. */
export async function runThinSource(
  options: ThinOptions,
  platform: Platform,
  meet: Meet<ThinOptions>,
): Promise<ThinSourceReport> {
  const connections: Connection[] = [];
  await meet(options, platform, (connection) => {
    connections.push(connection);
    if (connections.length === 1) sendThin(outletOf(connection, options.transport), platform);
    if (connections.length === options.flows) sendBulk(connection);
  });
  await countedTime(options, platform);
  const [thin] = connections;
  return { failovers: thin?.kind === 'session' ? thin.session.engine.failovers : 0 };
}

function sendThin(outlet: Outlet, platform: Platform): void {
  every(period, () => {
    const bytes = new Uint8Array(thinSize);
    new DataView(bytes.buffer).setFloat64(0, platform.now());
    outlet({ bytes, priority: 1 });
  });
}

/** Keeps a stream of its own full, where there are streams. */
function sendBulk(connection: Connection): void {
  if (connection.kind === 'session') return void fill(connection.session);
  if (connection.kind !== 'socket') throw new TypeError(`sendBulk: ${connection.kind} must have its own way`);
  const { socket } = connection;
  every(look, () => {
    while (socket.bufferedAmount < ahead) socket.send(block);
  });
}

async function fill(session: Session): Promise<never> {
  const stream = session.stream({ label: 'bulk' });
  for (;;) {
    stream.send(block);
    await session.ready;
  }
}
