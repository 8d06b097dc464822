import { test } from '@playwright/test';
import { readResults, writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureEndurance } from './measurements/measure-endurance.ts';
import { measureKills } from './measurements/measure-kills.ts';
import { measureTraffic } from './measurements/measure-traffic.ts';

const origin = process.env[pagesOrigin] ?? '';
const log = (text: string): void => void process.stderr.write(`${text}\n`);

test('messages between the threads of the game', async () => {
  const enemies = [250, 500, 1000, 2000, 4000, 8000];
  log(writeResults(await measureTraffic({ origin, enemies, workers: 2, seconds: 5, log })));
});

test('killed threads of the game', async () => {
  const times = { pause: 3000, observation: 2000 };
  log(
    writeResults(await measureKills({ origin, level: '13-the-lure', workers: 2, kills: 10, ...times, log })),
  );
});

test('ten minutes with four times the capacity of one thread', async () => {
  const { canvas } = readResults('tandem').parameters['enemies'] as { canvas: { hard: number } };
  const enemies = Math.round((canvas.hard * 4) / 3);
  log(
    writeResults(await measureEndurance({ origin, enemies, workers: 2, seconds: 621, margin: 10, each: 60 })),
  );
});
