import { EventLoop, Task, Timer } from '@doha/loop';

/** Where errors of callbacks have arrived. */
export interface ErrorsReport {
  /** Messages of the thread's `error` events, in order. */
  readonly uncaught: readonly string[];
  readonly unhandledRejections: number;
  /** What `onError` was given where there is one. */
  readonly given: readonly string[];
  /** Callbacks that came after all those that failed. */
  readonly wentOn: number;
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
  let wentOn = 0;
  for (const loop of loops) {
    failInEveryWay(loop);
    await new Promise<void>((resolve) => {
      loop.submit(
        new Task(() => {
          wentOn++;
          // What a rejected promise sets off comes with the microtasks, an error event after them.
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
    wentOn,
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
