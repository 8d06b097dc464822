import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { recordRequests, openRequests } from './platform-requests.ts';

/** Callbacks and platform resources of a hundred loops. */
export interface DisposalReport {
  readonly loops: number;
  /** Callbacks before and after the disposal of their loop. */
  readonly before: number;
  readonly after: number;
  readonly open: Record<string, number>;
}

const loops = 100;

/** The moments at which a loop is disposed. */
const moments: readonly ((loop: EventLoop, dispose: () => void) => Promise<void> | void)[] = [
  (_, dispose) => dispose(),
  (loop, dispose) => {
    loop.stop();
    dispose();
  },
  (loop, dispose) => insideTask(loop, dispose),
  async (loop, dispose) => {
    await insideTask(loop, () => {});
    dispose();
  },
  (loop, dispose) =>
    new Promise((resolve) => {
      const inTimer = (): void => {
        dispose();
        resolve();
      };
      loop.submit(new Timer(inTimer, { after: 1 }));
    }),
];

function insideTask(loop: EventLoop, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const inTask = (): void => {
      act();
      resolve();
    };
    loop.submit(new Task(inTask), 1);
  });
}

export async function checkDisposal(): Promise<DisposalReport> {
  const { setTimeout } = globalThis;
  const requests = recordRequests();
  const report = { loops, before: 0, after: 0 };
  for (let index = 0; index < loops; index++) {
    let disposed = false;
    const countCall = (): void => {
      if (disposed) report.after++;
      else report.before++;
    };
    const loop = new EventLoop();
    occupy(loop, countCall);
    await moments[index % moments.length]!(loop, () => {
      disposed = true;
      loop.dispose();
    });
  }
  // Work that was not cancelled by the disposal would run within this time.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { ...report, open: openRequests(requests) };
}

/** Submits all kinds of work to a loop. */
function occupy(loop: EventLoop, countCall: () => void): void {
  for (let priority = 0; priority < 5; priority++) loop.submit(new Task(countCall), priority);
  loop.submit(new Task(countCall, { expiresIn: 1000 }), 2);
  loop.submit(
    new Task(function* steps() {
      for (;;) {
        countCall();
        yield;
      }
    }),
    0,
  );
  loop.submit(new Timer(countCall, { every: 2 }));
  loop.submit(new Timer(countCall, { every: 3, maxLateness: 0.1 }));
  loop.submit(new Timer(countCall, { after: 3_600_000 }));
  loop.batch().submit(new Task(countCall), 3);
  const frame = new Frame({ always: [{}], entities: [{}, {}], update: countCall, priority: () => 1 });
  everyFrame(loop, { simulate: frame, draw: countCall });
}
