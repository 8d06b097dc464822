import type { Connection, Meet } from './connection.ts';
import { countedTime } from './counted-time.ts';
import { every } from './every.ts';
import type { Place, Platform, RunTime, Transport } from './flow.ts';
import { keepFull } from './keep-full.ts';
import { type Outlet, outletOf, streamOutletOf } from './outlets/outlet.ts';

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

/** Bytes of bulk that wait. */
const ahead = 2 ** 16;

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
    if (connections.length === options.flows) sendBulk(connection, options.transport);
  });
  await countedTime(options, platform);
  const [thin] = connections;
  return { failovers: thin?.kind === 'session' ? thin.session.endpoint.failovers : 0 };
}

function sendThin(outlet: Outlet, platform: Platform): void {
  every(period, () => {
    const bytes = new Uint8Array(thinSize);
    new DataView(bytes.buffer).setFloat64(0, platform.now());
    outlet({ bytes, priority: 1 });
  });
}

/** Keeps a stream of its own full, where there are streams. */
function sendBulk(connection: Connection, transport: Transport): void {
  const outlet =
    connection.kind === 'session'
      ? streamOutletOf(connection.session, { label: 'bulk' })
      : outletOf(connection, transport);
  keepFull(connection, ahead, () => outlet({ bytes: block, priority: 0 }));
}
