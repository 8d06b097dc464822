import { afterEach, expect, test, vi } from 'vitest';
import { callSite } from './call-site.ts';

afterEach(() => vi.unstubAllGlobals());

function submit(): string {
  const where = callSite('submitted', 0);
  return where();
}

test('a call site is named', () => {
  expect(submit()).toMatch(/^submitted at submit \(.+call-site\.test\.ts:\d+:\d+\)$/);
});

test('a call site is named if Error is frozen', () => {
  vi.stubGlobal('Error', Object.freeze(class extends Error {}));
  expect(submit()).toMatch(/^submitted /);
});
