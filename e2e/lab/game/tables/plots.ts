import { linePlot } from '../../../tools/documents/line-plot.ts';
import type { Results } from '../../../tools/results/results.ts';
import { quantile } from '../../../tools/statistics/statistics.ts';

const versions = ['monolithic', 'sliced', 'adaptive', 'concurrent-2'];

/** The figures of the documentation, by file name, from the results `tandem`, `tandem-bands` and `tandem-scaling`. */
export function plotsOf(tandem: Results, bands: Results, nodeThreads: Results): Record<string, string> {
  const plots: Record<string, string> = { 'quality-by-threads.svg': qualityByThreads(tandem, nodeThreads) };
  for (const load of ['easy', 'medium', 'hard']) {
    plots[`jitter-${load}.svg`] = linePlot({
      title: `Jitter of simulation frames, ${load} (paper: figure 9)`,
      x: 'jitter in ms (logarithmic)',
      y: '% of frames with at most this jitter',
      ends: [1000, 100],
      logFrom: 0.01,
      lines: [...versions, 'adaptive-undrawn'].map((version) => ({
        name: nameOf(version),
        points: distribution(tandem.samples[`${load}-${version}`] as readonly number[]),
      })),
    });
    plots[`rate-by-priority-${load}.svg`] = linePlot({
      title: `Rate of enemies by base priority, ${load} (paper: figure 7)`,
      x: 'tenth of the enemies by base priority, the highest at the right',
      y: 'updates per second',
      ends: [10, 35],
      lines: [...versions, ...(load === 'hard' ? ['concurrent-2-equal'] : [])].map((version) => ({
        name: nameOf(version),
        points: bands.rows
          .filter((row) => row['series'] === `${load}-${version}`)
          .map((row) => [Number(row['band']), Number(row['rate Hz'])] as const),
      })),
    });
  }
  return plots;
}

function qualityByThreads(tandem: Results, nodeThreads: Results): string {
  const enemies = Number(nodeThreads.parameters['enemies']);
  const ofNode = (column: string): [number, number][] =>
    nodeThreads.rows
      .filter(({ threads, [column]: updates }) => Number(threads) <= mostThreads && updates !== null)
      .map((row) => [Number(row['threads']), Number(row[column]) / enemies]);
  const inPages = tandem.rows.filter(
    ({ load, regions, version }) => load === 'hard' && version === 'concurrent' && regions === null,
  );
  const pages = inPages.map((row): [number, number] => [Number(row['workers']), Number(row['enemies Hz'])]);
  return linePlot({
    title: 'Rate of all enemies by threads, hard (paper: figure 8)',
    x: 'threads',
    y: 'updates per second, mean',
    ends: [mostThreads, 40],
    lines: [
      { name: 'page, 2 cores', points: pages.toSorted(([one], [other]) => one - other) },
      { name: 'Node', points: ofNode('updates/s') },
      { name: 'Node, predicted', points: ofNode('predicted updates/s') },
    ],
  });
}

const mostThreads = 5;

function nameOf(series: string): string {
  return series.replace('-undrawn', ', undrawn').replace('-2', ', 2').replace('-equal', ', equal');
}

function distribution(samples: readonly number[]): [number, number][] {
  return Array.from({ length: 201 }, (_, i) => [quantile(samples, i / 200), i / 2]);
}
