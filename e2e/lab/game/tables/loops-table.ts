import { adoption, concurrentFiles } from '../../../tools/documents/adoption.mjs';
import type { Results, Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';

interface Loop {
  readonly version: string;
  /** The name of its runs, after the load. */
  readonly series: string;
}

const loops: readonly Loop[] = [
  { version: 'monolithic', series: 'monolithic' },
  { version: 'adaptive', series: 'adaptive' },
  { version: 'concurrent', series: 'concurrent-2' },
];

/** What each loop costs in lines of code, and what it brings under the hard load. */
export function loopsTable(tandem: Results, bands: Results, keys: Results): Row[] {
  return loops.map(({ series, version }) => {
    const { added, lines, removed } = adoption(version);
    const hard = tandem.rows.find((row) => row['series'] === `hard-${series}`) ?? {};
    const nearest = bands.rows.findLast((row) => row['series'] === `hard-${series}`) ?? {};
    const key = keys.rows.find((row) => row['version'] === version) ?? {};
    const besides = concurrentFiles().reduce((sum, file) => sum + file.lines, 0);
    return {
      loop: version,
      'lines of the game': version === 'monolithic' ? String(lines) : `- ${removed.length} + ${added.length}`,
      'lines besides': version === 'concurrent' ? besides : 0,
      'players Hz': hard['players Hz'] ?? null,
      'pictures Hz': hard['pictures Hz'] ?? null,
      'all enemies Hz': hard['enemies Hz'] ?? null,
      'time lived %': hard['time lived %'] ?? null,
      'nearest tenth Hz': nearest['rate Hz'] ?? null,
      'error near, cells': round(Number(hard['error near']), 2),
      'jitter p95, ms': hard['jitter p95'] ?? null,
      'key to picture p95, ms': key['picture p95'] ?? null,
    };
  });
}

/** What only the game in several threads needs, file by file. */
export function concurrentTable(): Row[] {
  return concurrentFiles().map(({ file, lines }) => ({ file: `\`${file}\``, lines }));
}
