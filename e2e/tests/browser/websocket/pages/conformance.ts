import { PacelineSocket } from '@doha/paceline';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { runSuite } from './suite.ts';

// ?server=address&limit=ms of each test. &install: tests PacelineSocket instead of WebSocket. &classify: with the option `classify`.
const query = new URLSearchParams(location.search);
if (query.has('install'))
  PacelineSocket.install(query.has('classify') ? { classify: () => ({ priority: 1 }) } : {});
leaveReport(await runSuite(WebSocket, query.get('server')!, { limit: Number(query.get('limit')) }));
