import type { Series } from '../../pages/contest.ts';
import { batchFigure } from './batch-figure.ts';
import { budgetFigure } from './budget-figure.ts';
import { bytesFigure } from './bytes-figure.ts';
import { cancelFigure } from './cancel-figure.ts';
import type { Figure } from './figure.ts';
import { frameFigure } from './frame-figure.ts';
import { holdFigure } from './hold-figure.ts';
import { latenessFigure } from './lateness-figure.ts';
import { loopFigure } from './loop-figure.ts';
import { probeFigure } from './probes/probe-figure.ts';
import { queueFigure } from './queue-figure.ts';
import { recordersFigure } from './probes/recorders-figure.ts';
import { turnsFigure } from './turns-figure.ts';

const figures: Readonly<Record<string, Figure>> = {
  queue: queueFigure,
  whole: loopFigure,
  turns: turnsFigure,
  cancel: cancelFigure,
  batch: batchFigure,
  hold: holdFigure,
  frame: frameFigure,
  budget: budgetFigure,
  bytes: bytesFigure,
  probe: probeFigure,
  recorders: recordersFigure,
  lateness: latenessFigure,
};

/**
 * Measures the figure of an address such as `?figure=queue&sizes=10,100&rounds=9&tasks=20000`, in a
 * page or in Node.
 *
 * @throws RangeError if the figure does not exist, Error if a contestant gives a wrong answer.
 */
export function runFigure(address: string): Promise<readonly Series[]> {
  const query = new URLSearchParams(address);
  const figure = figures[query.get('figure') ?? ''];
  if (figure === undefined)
    throw new RangeError(`Run figure: the name must be one of ${Object.keys(figures).join(', ')}`);
  return figure({
    by: query.get('by') ?? '',
    sizes: (query.get('sizes') ?? '100').split(',').map(Number),
    rounds: Number(query.get('rounds') ?? 9),
    tasks: Number(query.get('tasks') ?? 20_000),
    milliseconds: Number(query.get('milliseconds') ?? 300),
  });
}
