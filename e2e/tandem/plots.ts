import { linePlot } from '../line-plot.ts';
import type { Results } from '../results.ts';
import { quantile } from '../statistics.ts';

const versions = ['monolithic', 'sliced', 'adaptive'];

/** The figures of the documentation, by file name, from the results `tandem` and `tandem-bands`. */
export function plotsOf(tandem: Results, bands: Results): Record<string, string> {
  const plots: Record<string, string> = {};
  for (const load of ['easy', 'medium', 'hard']) {
    plots[`jitter-${load}.svg`] = linePlot({
      title: `Jitter of simulation frames, ${load} (paper: figure 9)`,
      x: 'at most so many ms (logarithmic)',
      y: '% of frames',
      ends: [1000, 100],
      logFrom: 0.01,
      lines: [...versions, 'adaptive-undrawn'].map((version) => ({
        name: version.replace('-undrawn', ', undrawn'),
        points: distribution(tandem.samples[`${load}-${version}`] as readonly number[]),
      })),
    });
    plots[`rate-by-priority-${load}.svg`] = linePlot({
      title: `Rate of enemies by base priority, ${load} (paper: figure 7)`,
      x: 'band of priority, ten of equal count, the highest to the right',
      y: 'updates per second',
      ends: [10, 35],
      lines: versions.map((version) => ({
        name: version,
        points: bands.rows
          .filter((row) => row['series'] === `${load}-${version}`)
          .map((row) => [Number(row['band']), Number(row['rate Hz'])] as const),
      })),
    });
  }
  return plots;
}

function distribution(samples: readonly number[]): [number, number][] {
  return Array.from({ length: 201 }, (_, i) => [quantile(samples, i / 200), i / 2]);
}
