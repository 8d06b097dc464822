import { catalog } from '../../tandem/game/levels/catalog.ts';
import { messageOf } from '../../lib/message-of.ts';
import { writeRecording } from './recording.ts';
import { solve } from './solve.ts';
import type { Solved } from './solved.ts';

const plans = import.meta.glob<string>('./plans/*.plan', { query: '?raw', import: 'default', eager: true });

// For each level with a plan, searches for keys that finish the level, and reports them.
// `?only=lure` selects the levels whose names contain `lure`.
const only = new URLSearchParams(location.search).get('only') ?? '';
const report: Solved[] = [];
for (const { id, seed, source } of catalog) {
  const plan = plans[`./plans/${id}.plan`];
  if (plan !== undefined && id.includes(only)) report.push(solved(id, source, seed, plan));
}
(globalThis as { report?: readonly Solved[] }).report = report;

function solved(id: string, source: string, seed: number, plan: string): Solved {
  try {
    const { hash, runs, steps } = solve(source, seed, plan);
    return { id, keys: writeRecording({ hash, runs }), outcome: `${(steps / 60).toFixed(1)} s` };
  } catch (error) {
    return { id, keys: undefined, outcome: messageOf(error) };
  }
}
