import { toBase64 } from '../measure/base64.ts';
import { referencePositions } from './reference.ts';
import type { ReferenceReport } from './report.ts';

// `?n=…&seed=…&times=0,500,…`: reports the positions of all players and `n` enemies at these game
// times (in ms). No update is skipped.
const given = new URLSearchParams(location.search);
const positions = referencePositions({
  enemies: Number(given.get('n')),
  seed: Number(given.get('seed') ?? 1),
  times: (given.get('times') ?? '').split(',').map(Number),
});
const report: ReferenceReport = {
  x: positions.map(({ x }) => toBase64(x)),
  y: positions.map(({ y }) => toBase64(y)),
};
(globalThis as { report?: ReferenceReport }).report = report;
