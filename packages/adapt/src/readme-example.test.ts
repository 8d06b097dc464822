import { readFileSync } from 'node:fs';
import { EventLoop, everyFrame, Frame } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { nearestTo, sinceUpdate, weighted } from './index.ts';

const seconds = 10;
const rate = 60;

test("the root README's game loop updates all enemies in real time even if their updates need three times the available time", () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  for (const line of [
    'const player = { x: 300, y: 300, heading: 0 };',
    'Array.from({ length: 5000 }, (_, i) => ({\n  x: (i * 79) % 600,\n  y: (i * 131) % 600,\n  heading: i,\n}));',
    'priority: weighted([3, nearestTo([player])], [1, sinceUpdate(500)]),',
    'everyFrame(new EventLoop(), { simulate: frame, draw });',
  ])
    expect(readme).toContain(line);

  const host = new VirtualHost();
  const player = { x: 300, y: 300, heading: 0, updates: 0, receivedTime: 0, oldest: 0 };
  const enemies = Array.from({ length: 5000 }, (_, i) => ({
    x: (i * 79) % 600,
    y: (i * 131) % 600,
    heading: i,
    updates: 0,
    receivedTime: 0,
    oldest: 0,
  }));
  const cost = (3 * 1000) / rate / enemies.length;
  const frame = new Frame<typeof player>({
    always: [player],
    entities: enemies,
    priority: weighted([3, nearestTo([player])], [1, sinceUpdate(500)]),
    update(creature, elapsed) {
      creature.heading += Math.sin(creature.x / 50 + creature.y / 70) * 0.003 * elapsed;
      creature.x = (creature.x + Math.cos(creature.heading) * 0.05 * elapsed + 600) % 600;
      creature.y = (creature.y + Math.sin(creature.heading) * 0.05 * elapsed + 600) % 600;
      creature.updates++;
      creature.receivedTime += elapsed;
      creature.oldest = Math.max(creature.oldest, elapsed);
      host.spend(cost);
    },
  });
  let drawn = 0;
  const loop = new EventLoop({ host });
  everyFrame(loop, { simulate: frame, draw: () => drawn++ });
  host.advanceTo(seconds * 1000);

  const time = host.now();
  const shares = enemies.map(({ receivedTime }) => receivedTime / time);
  expect(time).toBeGreaterThan(20 * Math.max(...enemies.map(({ oldest }) => oldest)));
  expect(mean(shares)).toBeGreaterThan(0.98);
  expect(Math.min(...shares)).toBeGreaterThan(0.95);
  expect(mean(enemies.map(({ updates }) => updates / seconds))).toBeLessThan(0.36 * rate);
  expect(player.receivedTime / time).toBeGreaterThan(0.99);
  expect(frame.stats.pace).toBeGreaterThan(0.98);
  loop.dispose();
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
