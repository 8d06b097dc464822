import { classify } from './classify.ts';
import type { Contestant, Entity } from './contestant.ts';

/** `scheduler` of the platform. TypeScript 5 has no types of it. */
interface PlatformScheduler {
  postTask(task: () => unknown, options: { priority: Priority; signal: AbortSignal }): Promise<unknown>;
  yield(): Promise<void>;
}
type Priority = 'user-blocking' | 'user-visible' | 'background';

/**
 * The priorities of urgent entities, of those that have waited for half of their time, and of the others. Background tasks run in the order of their submission.
 * `user-blocking` is missing on purpose: in Chromium such tasks, and the continuations of `user-visible` ones, delay display frames.
 */
const priorities = ['user-visible', 'background', 'background'] as const;

/** The time in ms after which a task yields, as in examples of `scheduler.yield`. */
const slice = 4;

/**
 * `scheduler.postTask` with one task for each class of waiting entities, which yields every 4 ms. Each frame aborts the tasks of the last frame, because their
 * order is stale.
 */
export const postTask: Contestant = {
  id: 'post-task',
  name: 'scheduler.postTask',
  method: 'Two priorities, scheduler.yield every 4 ms; each frame aborts stale tasks and draws.',
  missing: () =>
    platformScheduler()?.postTask && platformScheduler()?.yield
      ? undefined
      : 'this browser has no scheduler.postTask and scheduler.yield',
  start(scene) {
    const scheduler = platformScheduler() as PlatformScheduler;
    let last: number | undefined;
    let stale = new AbortController();
    let request = requestAnimationFrame(run);

    function run(time: number): void {
      request = requestAnimationFrame(run);
      const elapsed = time - (last ?? time - scene.step);
      last = time;
      for (const entity of scene.always) scene.update(entity, elapsed);
      scene.draw();
      stale.abort();
      stale = new AbortController();
      const { signal } = stale;
      classify(scene, time).forEach((entities, i) => {
        const task = (): Promise<void> => updateAll(entities, time, signal);
        scheduler.postTask(task, { priority: priorities[i]!, signal }).catch(unlessAborted);
      });
    }

    async function updateAll(entities: readonly Entity[], time: number, signal: AbortSignal): Promise<void> {
      let sliceEnd = performance.now() + slice;
      for (const entity of entities) {
        scene.update(entity, time - entity.updatedAt);
        entity.updatedAt = time;
        if (performance.now() < sliceEnd) continue;
        await scheduler.yield(); // inherits the priority and the signal of the task
        if (signal.aborted) return;
        sliceEnd = performance.now() + slice;
      }
    }

    return () => {
      cancelAnimationFrame(request);
      stale.abort();
    };
  },
};

function platformScheduler(): Partial<PlatformScheduler> | undefined {
  return (globalThis as { scheduler?: Partial<PlatformScheduler> }).scheduler;
}

function unlessAborted(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) reportError(error);
}
