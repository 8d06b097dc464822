import { leaveReport } from '../../../tools/pages/leave-report.ts';
import type { Kills } from './try-socket-io.ts';

/** What came of each way to begin. */
export interface SocketIoReport {
  readonly direct: readonly string[];
  readonly upgraded: readonly string[];
  readonly kills?: readonly Kills[];
}

const query = new URLSearchParams(location.search);
const server = query.get('server')!;
if (query.has('install')) await import('./install.ts');
const { killConnections, trySocketIo } = await import('./try-socket-io.ts'); // takes the WebSocket that there is when it is loaded

const direct = await trySocketIo(server, ['websocket']);
const upgraded = await trySocketIo(server, ['polling', 'websocket']);
const kills = query.has('kill')
  ? [await killConnections(server, ['websocket']), await killConnections(server, ['polling', 'websocket'])]
  : undefined;
leaveReport({ direct, upgraded, ...(kills && { kills }) } satisfies SocketIoReport);
