import type { SessionStatistics } from '@doha/paceline';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';

// ?session=address: messages and connections of a hidden page.

/** The report of the page. */
export interface HiddenReport {
  readonly heard: readonly string[];
  readonly answers: readonly string[];
  /** Statistics of the server's endpoint. */
  readonly statistics: SessionStatistics;
}

// Automated browsers have no hidden pages. The page simulates one that has been hidden for a long time: its timers fire once per minute.
for (const [name, value] of Object.entries({ hidden: true, visibilityState: 'hidden' }))
  Object.defineProperty(document, name, { value });
const { setTimeout: unthrottled } = globalThis;
globalThis.setTimeout = ((callback: () => void, delay = 0) =>
  unthrottled(callback, Math.max(delay, 60_000))) as typeof setTimeout;

/** Long enough that the server treats a connection as stalled if an acknowledgment does not arrive. */
const pause = (): Promise<void> => new Promise((resolve) => unthrottled(resolve, 500));

const { Paceline } = await import('@doha/paceline');
const session = await Paceline.connect(new URLSearchParams(location.search).get('session')!);
const messages = session[Symbol.asyncIterator]();
const next = async (): Promise<string> => (await messages.next()).value as string;

session.send('send a message every 2 ms');
const heard: string[] = [];
while (heard.at(-1) !== '1') heard.push(await next());
await pause();

const answers: string[] = [];
for (const question of ['one', 'two']) {
  session.send(question);
  answers.push(await next());
  await pause();
}
session.send('send statistics');
leaveReport<HiddenReport>({ heard, answers, statistics: JSON.parse(await next()) as SessionStatistics });
