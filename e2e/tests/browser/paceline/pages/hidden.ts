import type { SessionStatistics } from '@doha/paceline';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';

// ?session=address: what a hidden page gets, and how its connections fare.

/** What the page leaves. */
export interface HiddenReport {
  readonly heard: readonly string[];
  readonly answers: readonly string[];
  /** Of the other end. */
  readonly statistics: SessionStatistics;
}

// Automated browsers show what nobody sees; so here is what a page meets that has been hidden for long: its timers fire once a minute.
for (const [name, value] of Object.entries({ hidden: true, visibilityState: 'hidden' }))
  Object.defineProperty(document, name, { value });
const { setTimeout: unthrottled } = globalThis;
globalThis.setTimeout = ((callback: () => void, delay = 0) =>
  unthrottled(callback, Math.max(delay, 60_000))) as typeof setTimeout;

/** Long enough for the other end to take a connection for one that stalls if an acknowledgement does not come. */
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
session.send('say how it goes');
leaveReport<HiddenReport>({ heard, answers, statistics: JSON.parse(await next()) as SessionStatistics });
