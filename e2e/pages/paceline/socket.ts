import { PacelineSocket } from '@doha/paceline';
import { leaveReport } from '../leave-report.ts';
import { type SocketClass, trySocket } from './try-socket.ts';

const query = new URLSearchParams(location.search);
const [echo, plainEcho, nowhere] = ['echo', 'plain', 'nowhere'].map((name) => query.get(name)!) as [
  string,
  string,
  string,
];
const Ours = PacelineSocket as unknown as SocketClass;

leaveReport({
  platform: await trySocket(WebSocket, plainEcho, nowhere),
  toPlain: await trySocket(Ours, plainEcho, nowhere),
  toPaceline: await trySocket(Ours, echo, nowhere),
});
