import { leaveReport } from '../../../tools/pages/leave-report.ts';
import type { Kills } from './try-colyseus.ts';

export interface ColyseusReport {
  readonly tried: readonly string[];
  readonly kills?: Kills;
}

const query = new URLSearchParams(location.search);
const server = query.get('server')!;
if (query.has('install')) await import('./install.ts');
const { killConnections, tryColyseus } = await import('./try-colyseus.ts'); // the module uses the global `WebSocket` of the time when it is loaded

const tried = await tryColyseus(server);
const kills = query.has('kill') ? await killConnections(server) : undefined;
leaveReport({ tried, ...(kills && { kills }) } satisfies ColyseusReport);
