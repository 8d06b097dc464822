import type { Report } from './report.ts';

/** A sentence about a measurement: whether all runs have the same result, in spite of killed workers. */
export function verdictOn({ plan, runs }: Report): string {
  const answers = [...new Set(runs.map(({ answer }) => answer))];
  if (answers.length > 1) return `Wrong: the runs have different results: ${answers.join(', ')}.`;
  const killed = runs.reduce((sum, run) => sum + run.killed, 0);
  const ofKilled = killed === 0 ? '' : `, with ${killed} ${killed === 1 ? 'worker' : 'workers'} killed`;
  const inPage = runs.some(({ backend }) => backend === 'thread') ? ' Tasks ran in the page itself.' : '';
  return `All runs have the same result${ofKilled}: ${plan.n.toLocaleString('en')}! modulo the prime is ${answers[0]}.${inPage}`;
}
