import { EventLoop, Task, Timer } from '@doha/loop';
import { recordRequests, openRequests } from './platform-requests.ts';

/** Activity of an idle loop. */
export interface IdleReport {
  /** Turns and requests to the platform while nothing was pending. */
  readonly turns: number;
  readonly requests: number;
  readonly open: Record<string, number>;
  /**
   * Turns and requests to the platform while an ordinary or a firm timer was pending, which was due
   * in an hour.
   */
  readonly turnsBefore: Record<'ordinary' | 'firm', number>;
  readonly requestsBefore: Record<'ordinary' | 'firm', number>;
}

const hour = 3_600_000;

export async function checkIdle(): Promise<IdleReport> {
  const { setTimeout } = globalThis;
  const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));
  const platform = recordRequests();
  let turns = 0;
  const loop = new EventLoop({ probe: { turned: () => turns++ } });

  await new Promise<void>((resolve) => {
    for (let count = 0; count < 10; count++) loop.submit(new Task(() => {}), count);
    loop.submit(new Timer(() => resolve(), { after: 5 }));
  });
  await rest();
  turns = 0;
  platform.requests = 0;
  await rest();
  const idle = { turns, requests: platform.requests, open: openRequests(platform) };

  const turnsBefore = { ordinary: 0, firm: 0 };
  const requestsBefore = { ordinary: 0, firm: 0 };
  for (const [kind, maxLateness] of [
    ['ordinary', 1],
    ['firm', 0.1],
  ] as const) {
    const distant = new Timer(() => {}, { after: hour, maxLateness });
    turns = 0;
    platform.requests = 0;
    loop.submit(distant);
    await rest();
    turnsBefore[kind] = turns;
    requestsBefore[kind] = platform.requests;
    loop.cancel(distant);
    await rest();
  }
  return { ...idle, turnsBefore, requestsBefore };
}
