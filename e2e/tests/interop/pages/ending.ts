import { EventLoop } from '@doha/loop';
import { PacelineSocket } from '@doha/paceline';
import { leaveReport } from '../../../tools/pages/leave-report.ts';

export interface EndingReport {
  readonly platform: readonly string[];
  readonly paced: readonly string[];
  /** Errors that the loop of PacelineSocket reported. */
  readonly reported: readonly string[];
}

const query = new URLSearchParams(location.search);
const commands = ['close', 'close 1000', 'close 1001', 'close 1008', 'close 1011', 'close 4000', 'terminate'];
const maxPayload = 100_000;

async function tryEnds(open: () => WebSocket): Promise<string[]> {
  const log: string[] = [];
  for (const command of commands) log.push(`${command}: ${await endOf(open(), command)}`);
  for (const size of [maxPayload, maxPayload + 1])
    log.push(`${size} bytes: ${await endOf(open(), 'x'.repeat(size))}`);
  return log;
}

/** Sends a text. Returns the events until the socket is closed, as one line. */
async function endOf(socket: WebSocket, text: string): Promise<string> {
  const log: string[] = [];
  socket.addEventListener('open', () => socket.send(text));
  socket.addEventListener('error', () => log.push('error'));
  socket.addEventListener('message', ({ data }) => {
    log.push(String(data));
    socket.close();
  });
  const { code, reason, wasClean } = await new Promise<CloseEvent>((resolve) =>
    socket.addEventListener('close', resolve),
  );
  return [...log, code, reason, wasClean].join(' ');
}

const reported: string[] = [];
const loop = new EventLoop({ onError: (error) => reported.push((error as Error).message) });
const [ws, ours] = [query.get('ws')!, query.get('ours')!].map((url) => url.replace('http', 'ws')) as [
  string,
  string,
];
const report: EndingReport = {
  platform: await tryEnds(() => new WebSocket(ws)),
  paced: await tryEnds(() => new PacelineSocket(ours, { loop })),
  reported,
};
leaveReport(report);
