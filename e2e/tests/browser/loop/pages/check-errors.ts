import { EventLoop, Task, Timer } from '@doha/loop';

/** The destinations of the errors of callbacks. */
export interface ErrorsReport {
  /** Messages of the thread's `error` events, in order. */
  readonly uncaught: readonly string[];
  readonly unhandledRejections: number;
  /** Messages of the errors that `onError` received, for the loop that has this option. */
  readonly given: readonly string[];
  /** Number of callbacks that ran after all failures of their loop. */
  readonly continued: number;
  readonly failed: number;
}

export async function checkErrors(): Promise<ErrorsReport> {
  const uncaught: string[] = [];
  const given: string[] = [];
  let unhandledRejections = 0;
  addEventListener('error', (event) => {
    event.preventDefault();
    uncaught.push((event.error as Error).message);
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    unhandledRejections++;
  });
  const loops = [
    new EventLoop(),
    new EventLoop({ onError: (error) => given.push((error as Error).message) }),
  ];
  let continued = 0;
  for (const loop of loops) {
    failInEveryWay(loop);
    await new Promise<void>((resolve) => {
      loop.submit(
        new Task(() => {
          continued++;
          // The loop throws uncaught errors in microtasks, and rejections are reported after all microtasks.
          setTimeout(resolve);
        }),
        0,
      );
    });
  }
  return {
    uncaught,
    unhandledRejections,
    given,
    continued,
    failed: loops.reduce((sum, loop) => sum + loop.stats.failed, 0),
  };
}

function failInEveryWay(loop: EventLoop): void {
  const fail = (message: string): never => {
    throw new Error(message);
  };
  loop.submit(new Task(() => fail('task')), 9);
  loop.submit(
    new Task(function* steps() {
      yield;
      fail('second step');
    }),
    8,
  );
  loop.submit(
    new Task(async () => {
      await Promise.resolve();
      fail('after an await');
    }),
    7,
  );
  const dropped = new Task(() => {}, { onDrop: () => fail('onDrop') });
  loop.submit(dropped, 6);
  loop.cancel(dropped);
  loop.submit(new Timer(() => fail('timer'), { after: 0 }));
}
