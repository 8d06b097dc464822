import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { markdownTable } from '../../tools/documents/markdown-table.ts';
import { bundleForNode } from '../../tools/node/bundle-for-node.mjs';
import { root } from '../../tools/repository.mjs';
import { type Row, writeResults } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';

const [rounds, perRound] = [5, 4];
const limits = [0, 100, 20];

interface Answer {
  readonly samples: readonly number[];
  readonly stacks: number;
}

test('the cost of a watched main thread', async () => {
  const path = 'e2e/bench/monitor/programs/watched.ts';
  const { watched } = await bundleForNode(`${root}node_modules/.cache/bench-monitor`, {
    watched: root + path,
  });
  const samples: Record<string, number[]> = {};
  let stacks = 0;
  for (let round = 0; round < rounds; round++)
    for (const work of ['idle', 'busy'])
      for (const limit of limits) {
        const answer = await run(watched, [work, `${limit}`, `${perRound}`]);
        (samples[`${work}, limit ${limit}`] ??= []).push(...answer.samples);
        stacks += answer.stacks;
      }
  const rows = limits.map((limit): Row => {
    const [idle, busy] = [samples[`idle, limit ${limit}`]!, samples[`busy, limit ${limit}`]!];
    return {
      'limit, ms': limit === 0 ? 'not watched' : limit,
      'beats per second': limit === 0 ? 0 : digits(1000 / Math.min(limit / 4, 100), 3),
      'CPU of an idle process, ms per s': digits(median(idle), 3),
      'longest gap of a busy thread, ms: median': digits(median(busy), 3),
      shortest: digits(Math.min(...busy), 3),
    };
  });
  if (stacks === 0) throw new Error('no stack was taken');
  writeResults({ name: 'bench-monitor-watch', parameters: { rounds, perRound, stacks }, rows, samples });
  process.stdout.write(`\n${markdownTable(rows)}\n\n`);
});

async function run(program: string, args: readonly string[]): Promise<Answer> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout) as Answer;
}
