import { PacelineSocket } from '@doha/paceline';
import { leaveReport } from '../leave-report.ts';
import { runSuite } from './suite.ts';

// ?server=address&limit=ms of each test, &install: with PacelineSocket in the place of WebSocket.
const query = new URLSearchParams(location.search);
if (query.has('install')) PacelineSocket.install();
leaveReport(await runSuite(WebSocket, query.get('server')!, Number(query.get('limit'))));
