import { Recorder } from '@doha/monitor';
import { contest, type Contestant } from '../../../pages/contest.ts';
import type { Figure } from '../figure.ts';

/** Number of tasks or messages that are unfinished at the same time. */
const unfinished = 100;

/** Measures the callbacks of recorders for pools and sessions. Each callback but that in a worker reads the clock once. */
export const recordersFigure: Figure = async ({ by, rounds, tasks }) => {
  const recorder = new Recorder();
  const [pool, session, worker] = [recorder.pool(), recorder.session('game'), recorder.worker()];
  const items = Array.from({ length: unfinished }, () => ({ name: 'row', status: 'done' }));
  const messages = Array.from({ length: unfinished }, () => ({ status: 'delivered' }));
  const contestants = [
    contestant('a task of a pool', tasks, 3, () => {
      for (const item of items) pool.queued(item);
      for (const [id, item] of items.entries()) pool.sent(item, id % 4, id);
      for (const item of items) pool.ended(item);
    }),
    contestant('a call in a worker', tasks, 1, () => {
      for (let id = 0; id < unfinished; id++) worker.ran('row', id, id + 1, 0, id);
    }),
    contestant('a message that is sent', tasks, 3, () => {
      for (const message of messages) session.queued(message);
      for (const [id, message] of messages.entries()) session.sent(message, id);
      for (const message of messages) session.ended(message);
    }),
    contestant('a message that arrives', tasks, 2, () => {
      for (let id = 0; id < unfinished; id++) session.received(id, 0, 100);
      for (let id = 0; id < unfinished; id++) session.read(id);
    }),
    contestant('readings of the clock', tasks, 1, readClock),
  ];
  return contest(contestants, { by, size: unfinished, rounds, warmUp: 4 });
};

let last = 0;

function readClock(): void {
  for (let reading = 0; reading < unfinished; reading++) last = Math.max(last, performance.now());
}

/** A contestant whose time is that of one callback. `callbacks`: number of callbacks for each of the unfinished items. */
function contestant(name: string, tasks: number, callbacks: number, all: () => void): Contestant {
  const passes = Math.ceil(tasks / unfinished);
  return {
    name,
    tasks: passes * unfinished * callbacks,
    round() {
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) all();
      return performance.now() - start;
    },
  };
}
