import { expect, test, vi } from 'vitest';
import { onAbort } from './on-abort.ts';

test('a hundred callbacks of one signal share one listener, which is removed with the last of them', () => {
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  for (const round of [1, 2]) {
    const undo = Array.from({ length: 100 }, () => onAbort(signal, () => {}));
    expect(add).toHaveBeenCalledTimes(round);
    expect(remove).toHaveBeenCalledTimes(round - 1);
    for (const one of undo) one();
    for (const one of undo) one();
    expect(remove).toHaveBeenCalledTimes(round);
  }
});

test('a callback that was added twice is called twice, and a removed one is not called', () => {
  const abort = new AbortController();
  const called: string[] = [];
  const both = (): void => void called.push('both');
  onAbort(abort.signal, both);
  onAbort(abort.signal, both);
  const undo = onAbort(abort.signal, () => called.push('removed'));
  onAbort(abort.signal, () => called.push('last'));
  undo();
  abort.abort();
  expect(called).toEqual(['both', 'both', 'last']);
});

test('a signal that calls its listeners without `this` and without an event works as well', () => {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  } as unknown as AbortSignal;
  const callback = vi.fn<() => void>();
  const undo = onAbort(signal, callback);
  for (const listener of listeners) listener();
  expect(callback).toHaveBeenCalledOnce();
  undo();
  expect(listeners.size).toBe(0);
});
