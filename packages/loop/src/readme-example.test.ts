import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { runs } from '../../runs.test.setup.ts';
import { EventLoop } from './event-loop/event-loop.ts';
import type { FrameOptions } from './frame/frame-options.ts';
import { Frame } from './frame/frame.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { everyFrame } from './display/every-frame.ts';
import { Interpolation } from './display/interpolation.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme)!;

const seconds = runs({ gate: 3, long: 5 });

/** Runs the first example of the README for some seconds. Returns the drawn positions of each creature. */
function play(displayRate: number, cost: number): number[][] {
  const host = new VirtualHost({ displayRate });
  class VirtualLoop extends EventLoop {
    constructor() {
      super({ host });
    }
  }
  class CostlyFrame<E extends object> extends Frame<E> {
    constructor(options: FrameOptions<E>) {
      const update = (entity: E, elapsed: number): void => {
        options.update(entity, elapsed);
        host.spend(cost);
      };
      super({ ...options, update });
    }
  }
  const drawn: number[][] = [];
  let creature = 0;
  const context = {
    clearRect: () => (creature = 0),
    fillRect: (x: number) => (drawn[creature++] ??= []).push(x),
  };
  const canvas = { getContext: () => context };
  const document = { createElement: () => canvas, body: { appendChild: () => canvas } };
  const code = example
    .replace(/^import .*\n/, '')
    .replaceAll(': number', '')
    .replace("('2d')!", "('2d')");
  runInNewContext(code, {
    EventLoop: VirtualLoop,
    everyFrame,
    Frame: CostlyFrame,
    Interpolation,
    document,
  });
  host.advanceTo(seconds * 1000);
  return drawn;
}

test.each([
  [60, 0],
  [144, 0],
  [60, 3 * (1000 / 60 / 2000)],
  [75, 3 * (1000 / 60 / 2000)],
])(
  'the first example draws no creature backwards at %d Hz and with updates of %d ms',
  (displayRate, cost) => {
    const drawn = play(displayRate, cost);
    expect(drawn).toHaveLength(2001);
    const wrong = [...drawn.entries()].filter(([i, xs]) => {
      const speed = i === 0 ? 0.05 : 0.01 + (i - 1) / 1e5;
      // The road is a ring of 300 pixels.
      const moves = xs.slice(1).map((x, frame) => (x - xs[frame]! + 300) % 300);
      const longest = Math.max(...moves.map((move) => (move > 299.999 ? 0 : move)));
      const way = moves.reduce((sum, move) => sum + move, 0) % 300;
      return !(
        xs.length > (seconds - 0.1) * displayRate &&
        longest < (2.01 * speed * 1000) / displayRate &&
        way > 0.8 * speed * seconds * 1000
      );
    });
    expect(wrong).toEqual([]);
  },
);
