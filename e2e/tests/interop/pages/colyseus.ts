import { leaveReport } from '../../../tools/pages/leave-report.ts';
import type { KillObservations } from './try-colyseus.ts';

export interface ColyseusReport {
  readonly tried: readonly string[];
  readonly kills?: KillObservations;
}

const query = new URLSearchParams(location.search);
const server = query.get('server')!;
if (query.has('install')) await import('./install.ts');
// Imported after `install.ts`, because the module reads the global `WebSocket` when it is loaded.
const { killConnections, tryColyseus } = await import('./try-colyseus.ts');

const tried = await tryColyseus(server);
const kills = query.has('kill') ? await killConnections(server) : undefined;
leaveReport({ tried, ...(kills && { kills }) } satisfies ColyseusReport);
