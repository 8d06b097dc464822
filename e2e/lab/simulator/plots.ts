import { linePlot } from '../../tools/documents/line-plot.ts';
import type { Results } from '../../tools/results/results.ts';

/** End of both axes: more than 64 workers, and divisible by 5, so that the labels of the ticks are whole numbers. */
const end = 80;
const costs = [1, 0.1, 0.02];

/** The figure of the documentation, by file name, from the results `simulator` and `simulator-scaling`. */
export function speedUpPlot(checked: Results, scaled: Results): Record<string, string> {
  const lines = costs.flatMap((cost) => [
    { name: `${cost} ms`, points: speedUps(scaled, cost, 'tasks/s') },
    { name: `${cost} ms, real`, points: speedUps(checked, cost, 'measured tasks/s') },
  ]);
  const title = 'Throughput predicted from one worker, and real';
  const svg = linePlot({ title, x: 'workers', y: '× one worker', ends: [end, end], lines });
  return { 'simulator-speed-up.svg': svg };
}

function speedUps({ rows }: Results, cost: number, column: string): [number, number][] {
  const same = rows.filter((row) => row['task ms'] === cost);
  const alone = Number(same.find(({ workers }) => workers === 1)![column]);
  return same.map((row) => [Number(row['workers']), Number(row[column]) / alone]);
}
