import { expect, test } from 'vitest';
import type { Report, Run } from './report.ts';
import { verdictOn } from './verdict.ts';

const right: Run = { round: 0, workers: 1, backend: 'worker', ms: 1, answer: '120', killed: 0 };
const reportOf = (...runs: readonly Run[]): Report => ({
  plan: { n: 5, workers: [1], rounds: 1 },
  cores: 1,
  isolated: true,
  runs,
});

test('the verdict says that all runs have the same result', () => {
  const verdict = verdictOn(reportOf(right, { ...right, workers: 'alone', backend: undefined }));
  expect(verdict).toBe('All runs have the same result: 5! modulo the prime is 120.');
});

test('the verdict has the total number of killed workers', () => {
  const verdict = verdictOn(reportOf({ ...right, killed: 2 }, { ...right, killed: 1 }));
  expect(verdict).toContain('with 3 workers killed');
});

test('the verdict lists the results if they differ', () => {
  const verdict = verdictOn(reportOf(right, { ...right, answer: '119' }, right));
  expect(verdict).toBe('Wrong: the runs have different results: 120, 119.');
});

test('the verdict says so if tasks ran in the page', () => {
  expect(verdictOn(reportOf({ ...right, backend: 'thread' }))).toContain('in the page itself');
});
