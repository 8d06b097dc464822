import { leaveReport } from '../../../tools/pages/leave-report.ts';
import type { KillObservations } from './try-socket-io.ts';

/** Results of each way to connect. */
export interface SocketIoReport {
  readonly direct: readonly string[];
  readonly upgraded: readonly string[];
  readonly kills?: readonly KillObservations[];
}

const query = new URLSearchParams(location.search);
const server = query.get('server')!;
if (query.has('install')) await import('./install.ts');
// Imported after `install.ts`, because the module reads the global `WebSocket` when it is loaded.
const { killConnections, trySocketIo } = await import('./try-socket-io.ts');

const direct = await trySocketIo(server, ['websocket']);
const upgraded = await trySocketIo(server, ['polling', 'websocket']);
const kills = query.has('kill')
  ? [await killConnections(server, ['websocket']), await killConnections(server, ['polling', 'websocket'])]
  : undefined;
leaveReport({ direct, upgraded, ...(kills && { kills }) } satisfies SocketIoReport);
