import type { Connection, OpenConnections } from './connection.ts';
import { measureCpuTime } from './measure-cpu-time.ts';
import { every } from './every.ts';
import type { ConnectionOptions, Platform, RunTime, Transport } from './flow.ts';
import { keepFull } from './bulk/keep-full.ts';
import { type Outlet, outletOf, streamOutletOf } from './outlets/outlet.ts';

/** Options of a thin stream beside bulk data. */
export interface ThinOptions extends ConnectionOptions, RunTime {
  /** Whether thin stream and bulk data have a connection each. Then `flows` is 2, otherwise 1. */
  readonly apart: boolean;
}

export interface ThinSourceReport {
  readonly failovers: number;
}

/** Ms between thin messages (Evensen 2010). */
const period = 20;
/** Bytes of a thin message. */
export const thinSize = 64;

const bulkSize = 2 ** 14;
const block = new Uint8Array(bulkSize);

/** Bytes of bulk data to keep queued. */
const targetQueue = 2 ** 16;

/** Sends thin messages over the first connection, and bulk data over the last one, until the process ends. Resolves after the measured time. */
export async function runThinSource(
  options: ThinOptions,
  platform: Platform,
  open: OpenConnections<ThinOptions>,
): Promise<ThinSourceReport> {
  const connections: Connection[] = [];
  await open(options, platform, (connection) => {
    connections.push(connection);
    if (connections.length === 1) sendThin(outletOf(connection, options.transport), platform);
    if (connections.length === options.flows) sendBulk(connection, options.transport);
  });
  await measureCpuTime(options, platform);
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

/** Sends bulk data over a separate stream of a session, or over a connection without streams. */
function sendBulk(connection: Connection, transport: Transport): void {
  const outlet =
    connection.kind === 'session'
      ? streamOutletOf(connection.session, { label: 'bulk' })
      : outletOf(connection, transport);
  keepFull(connection, targetQueue, () => outlet({ bytes: block, priority: 0 }));
}
