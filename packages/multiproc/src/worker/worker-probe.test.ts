import { expect, test } from 'vitest';
import { Code, messageOf, NONE } from '../transport/message-format.ts';
import { JobClaims } from '../transport/job-claims.ts';
import { startWorker } from './started-worker.test.setup.ts';
import type { WorkerProbe } from './worker-probe.ts';

test.each([
  { color: NONE, name: 'without a color' },
  { color: 5, name: 'of a color' },
])('for a task $name that the pool has withdrawn, `dropped` of a probe is called, not `ran`', ({ color }) => {
  const seen: string[] = [];
  const probe: WorkerProbe = {
    ran: (name, _start, _end, _priority, id) => seen.push(`ran ${name} ${id}`),
    dropped: (name) => seen.push(`dropped ${name}`),
  };
  let calls = 0;
  const worker = startWorker(() => ({ work: () => void calls++ }), undefined, probe);
  const block = JobClaims.allocate();
  const claims = new JobClaims();
  claims.add(block);
  worker.send(messageOf([Code.share], [block]));
  claims.withdraw(1);
  const jobs = [0, 1, 2].flatMap((id) => [Code.run, id, 0, 0, color, 1, 0]);
  worker.send(messageOf(jobs, []));
  worker.settle();
  expect(calls).toBe(2);
  expect(seen).toEqual(['ran work 0', 'dropped work', 'ran work 2']);
});
