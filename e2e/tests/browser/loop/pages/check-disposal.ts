import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { keepLedger, open } from './ledger.ts';

/** What a hundred loops have left behind. */
export interface DisposalReport {
  readonly loops: number;
  /** Callbacks of a loop before its disposal, and after. */
  readonly before: number;
  readonly after: number;
  readonly open: Record<string, number>;
}

const loops = 100;

/** When a loop is disposed of. */
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
  const ledger = keepLedger();
  const report = { loops, before: 0, after: 0 };
  for (let index = 0; index < loops; index++) {
    let disposed = false;
    const seen = (): void => {
      if (disposed) report.after++;
      else report.before++;
    };
    const loop = new EventLoop();
    occupy(loop, seen);
    await moments[index % moments.length]!(loop, () => {
      disposed = true;
      loop.dispose();
    });
  }
  // Frames cannot be taken back from a worker's or a window's next picture; they come and do nothing.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { ...report, open: open(ledger) };
}

/** Gives a loop some of everything. */
function occupy(loop: EventLoop, seen: () => void): void {
  for (let priority = 0; priority < 5; priority++) loop.submit(new Task(seen), priority);
  loop.submit(new Task(seen, { expiresIn: 1000 }), 2);
  loop.submit(
    new Task(function* steps() {
      for (;;) {
        seen();
        yield;
      }
    }),
    0,
  );
  loop.submit(new Timer(seen, { every: 2 }));
  loop.submit(new Timer(seen, { every: 3, maxLateness: 0.1 }));
  loop.submit(new Timer(seen, { after: 3_600_000 }));
  loop.batch().submit(new Task(seen), 3);
  const frame = new Frame({ always: [{}], entities: [{}, {}], update: seen, priority: () => 1 });
  everyFrame(loop, { simulate: frame, draw: seen });
}
