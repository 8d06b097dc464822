import { EventLoop, Task } from '@doha/loop';
import { unstable_NormalPriority as normal, unstable_scheduleCallback as scheduleCallback } from 'scheduler';

/** Number of tasks that are always runnable. */
const waiting = 64;

/** Fills a scheduler: each of `waiting` tasks calls `work` and submits itself again. */
type Fill = (work: () => void, options: { readonly slice: number }) => void;

export const fillWith: Readonly<Record<'loop' | 'react' | 'post-task', Fill>> = {
  loop(work, { slice }) {
    fill(new EventLoop({ slice }), work);
  },

  react(work) {
    const again = (): void => {
      work();
      scheduleCallback(normal, again);
    };
    for (let count = 0; count < waiting; count++) scheduleCallback(normal, again);
  },

  'post-task'(work) {
    const { scheduler } = globalThis as unknown as { scheduler: { postTask(task: () => void): void } };
    const again = (): void => {
      work();
      scheduler.postTask(again);
    };
    for (let count = 0; count < waiting; count++) scheduler.postTask(again);
  },
};

export function isFiller(name: string): name is keyof typeof fillWith {
  return name in fillWith;
}

/** Keeps `loop` filled with runnable tasks. */
export function fill(loop: EventLoop, work: () => void): void {
  for (let count = 0; count < waiting; count++) {
    const task: Task = new Task(() => {
      work();
      loop.submit(task, 0);
    });
    loop.submit(task, 0);
  }
}
