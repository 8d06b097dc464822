import { availableParallelism } from 'node:os';
import { test } from '@playwright/test';
import { nameByCores } from '../../tools/results/name-by-cores.ts';
import { readResults, writeResults } from '../../tools/results/results.ts';
import { measureScaling } from './measurements/measure-scaling.ts';

const seconds = Number(process.env['DOHA_SECONDS'] ?? 12);

test('the tunnel in Node with up to one thread per core, and predictions from runs of one thread', async () => {
  const cores = availableParallelism();
  const { canvas } = readResults('tandem').parameters['enemies'] as { canvas: { hard: number } };
  const findings = await measureScaling({
    enemies: canvas.hard * Math.max(1, Math.round(cores / 4)), // four cores have time for nearly all updates of the hard load
    workers: threadCounts(cores),
    predicted: [8, 16].filter((workers) => workers > cores),
    seconds,
    predictedSeconds: seconds / 3,
    margin: 2,
    rounds: 3,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults({ ...findings, name: nameByCores(findings.name) })}\n`);
});

/** 1, 2, 3, 4, then in steps of a quarter of the cores. */
function threadCounts(cores: number): number[] {
  const all = Array.from({ length: cores }, (_, i) => i + 1);
  return all.filter((count) => count <= 4 || count % Math.ceil(cores / 4) === 0);
}
