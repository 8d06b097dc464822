import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test.each(['Node', 'browsers'])(
  'in %s all microtasks run before the next task, and tasks keep their order',
  async (platform) => {
    if (platform === 'browsers') vi.stubGlobal('setImmediate', undefined);
    vi.resetModules();
    const { nextTask } = await import('./next-task.ts');
    const log: string[] = [];
    const tasks = ['first', 'second'].map(async (name) => {
      await nextTask();
      log.push(name);
      void Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => log.push(`after ${name}`));
    });
    void Promise.resolve().then(() => log.push('microtask'));
    await Promise.all(tasks);
    await nextTask();
    expect(log).toEqual(['microtask', 'first', 'after first', 'second', 'after second']);
  },
);
