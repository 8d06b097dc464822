import { availableParallelism } from 'node:os';
import { test } from '@playwright/test';
import { readResults, writeResults } from '../../tools/results/results.ts';
import { measureCrew } from './measurements/measure-crew.ts';

test('the tunnel in Node with one thread to one thread per core, and predictions from one thread', async () => {
  const cores = availableParallelism();
  const { canvas } = readResults('tandem').parameters['enemies'] as { canvas: { hard: number } };
  const findings = await measureCrew({
    enemies: canvas.hard,
    workers: Array.from({ length: cores }, (_, i) => i + 1),
    predicted: [8, 16].filter((workers) => workers > cores),
    seconds: 12,
    predictedSeconds: 4,
    margin: 2,
    rounds: 3,
    tell: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults(findings)}\n`);
});
