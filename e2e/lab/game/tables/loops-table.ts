import { adoption, concurrentFiles } from '../../../tools/documents/adoption.mjs';
import type { Results, Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';

interface Loop {
  readonly version: string;
  /** The name of the loop's series of runs, without the load. */
  readonly series: string;
}

const loops: readonly Loop[] = [
  { version: 'monolithic', series: 'monolithic' },
  { version: 'adaptive', series: 'adaptive' },
  { version: 'concurrent', series: 'concurrent-2' },
];

/** One row per loop: its cost in lines of code, and its figures under the hard load, and its input latency in a level. */
export function loopsTable(tandem: Results, bands: Results, keys: Results): Row[] {
  return loops.map(({ series, version }) => {
    const { added, lines, removed } = adoption(version);
    const hard = tandem.rows.find((row) => row['series'] === `hard-${series}`) ?? {};
    const nearest = bands.rows.findLast((row) => row['series'] === `hard-${series}`) ?? {};
    const key = keys.rows.find((row) => row['version'] === version) ?? {};
    const concurrentLines = concurrentFiles().reduce((sum, file) => sum + file.lines, 0);
    return {
      loop: version,
      'lines of the game': version === 'monolithic' ? String(lines) : `- ${removed.length} + ${added.length}`,
      'lines besides': version === 'concurrent' ? concurrentLines : 0,
      'players Hz': hard['players Hz'] ?? null,
      fps: hard['fps'] ?? null,
      'all enemies Hz': hard['enemies Hz'] ?? null,
      'time received %': hard['time received %'] ?? null,
      'nearest tenth Hz': nearest['rate Hz'] ?? null,
      'error near, cells': round(Number(hard['error near']), 2),
      'jitter p95, ms': hard['jitter p95'] ?? null,
      'input latency p95, ms': key['input latency p95'] ?? null,
    };
  });
}

/** The lines of each file that only the concurrent version needs. */
export function concurrentTable(): Row[] {
  return concurrentFiles().map(({ file, lines }) => ({ file: `\`${file}\``, lines }));
}
