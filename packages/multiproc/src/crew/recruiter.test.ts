import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Endpoint } from '../channel/endpoint.ts';
import type { Exposed } from '../worker/expose.ts';
import { Recruiter } from './recruiter.ts';

/** A recruiter whose module loads when it is told to. */
function recruiterOfLateModule(): {
  readonly recruiter: Recruiter;
  readonly load: () => void;
  /** The channels that the module has begun and ended to serve. */
  readonly served: { begun: number; ended: number };
} {
  const served = { begun: 0, ended: 0 };
  const serve = (endpoint: Endpoint): (() => void) => {
    endpoint.listen({ message: () => {}, lost: () => {} });
    served.begun++;
    return () => served.ended++;
  };
  let load: () => void = () => {};
  const inThread = (): Promise<Exposed<unknown>> =>
    new Promise((resolve) => (load = () => resolve({ serve } as unknown as Exposed<unknown>)));
  return { recruiter: new Recruiter({ inThread, startLimit: 50 }, false), load: () => load(), served };
}

test('a module that loads after the pool has been disposed of is not served', async () => {
  const { load, recruiter, served } = recruiterOfLateModule();
  const hiring = recruiter.hire(1);
  recruiter.dispose();
  await expect(hiring).rejects.toThrow('the pool is disposed; start a new one');
  load();
  await setImmediate();
  expect(served.ended).toBe(served.begun);
});

test('a module that loads after the start limit is not served, and the error says what was late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { load, recruiter, served } = recruiterOfLateModule();
    const hiring = recruiter.hire(1);
    vi.advanceTimersByTime(50);
    await expect(hiring).rejects.toThrow('(thread: inThread did not resolve within 50 ms)');
    load();
    await setImmediate();
    expect(served.ended).toBe(served.begun);
  } finally {
    vi.useRealTimers();
  }
});

test('a module that loads in the turn in which it is given up is not served', async () => {
  for (const isLoadedFirst of [true, false]) {
    const { load, recruiter, served } = recruiterOfLateModule();
    const hiring = recruiter.hire(1);
    if (isLoadedFirst) load();
    recruiter.dispose();
    load();
    await expect(hiring).rejects.toThrow('the pool is disposed; start a new one');
    await setImmediate();
    expect(served.begun).toBe(1);
    expect(served.ended).toBeGreaterThan(0);
  }
});
