import { expect, it } from 'vitest';
import { recordedLoop } from './recorded-loop.test.setup.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';

it('the statistics count submissions of tasks, and callbacks of all timers including expiry timers', () => {
  const { host, loop } = recordedLoop();
  loop.submit(new Task(() => host.spend(20)), 2);
  loop.submit(new Task(() => {}, { expiresIn: 10 }), 1);
  loop.submit(new Timer(() => {}, { after: 10 }));
  expect([loop.stats.submitted, loop.pendingTimers]).toEqual([2, 2]);
  host.advanceTo(30);
  expect(loop.stats).toMatchObject({ submitted: 2, dispatched: 1, expired: 1, fired: 2, cancelled: 0 });
});
