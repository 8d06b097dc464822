import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { expect, test, vi } from 'vitest';
import type { World } from '../scenes/scene-kind.ts';
import { ObservedScene } from '../run/observed-scene.ts';
import { StepLife } from '../run/step-life.ts';
import type { Contestant } from './contestant.ts';
import { contestants } from './contestants.ts';
import { plain } from './plain.ts';
import { sliced } from './sliced.ts';

/** The contestant in the README, as a reader would copy it. */
async function readmeContestant(): Promise<Contestant> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const { code: script } = await transform(code, { loader: 'ts', format: 'esm' });
  const url = `data:text/javascript,${encodeURIComponent(script)}`;
  const { inTurn } = (await import(/* @vite-ignore */ url)) as { inTurn: Contestant };
  return inTurn;
}

const inTurn = await readmeContestant();

test.each([plain, sliced, inTurn].map((one) => [one.name, one] as const))(
  '%s updates and draws in each frame, shows inputs, and stops',
  (_, contestant) => {
    let frame: ((time: number) => void) | undefined;
    vi.stubGlobal('requestAnimationFrame', (callback: typeof frame) => ((frame = callback), 1));
    vi.stubGlobal('cancelAnimationFrame', () => (frame = undefined));
    const seen: string[] = [];
    const world: World = {
      always: [{ index: -1, updatedAt: 0 }],
      entities: [0, 1, 2].map((index) => ({ index, updatedAt: 0 })),
      importance: () => 1,
      apply: () => seen.push('input'),
      update: ({ index }) => seen.push(String(index)),
      draw: () => seen.push('draw'),
    };
    const scene = new ObservedScene(world, new StepLife(world, 0), () => 0);
    const stop = contestant.start(scene);
    for (let time = 16; time <= 80; time += 16) {
      scene.take({ at: 0 });
      frame?.(time);
    }
    const count = (one: string): number => seen.filter((each) => each === one).length;
    expect([count('draw'), count('-1'), count('input')]).toEqual([5, 5, 5]);
    expect([count('0'), count('1'), count('2')]).toEqual([5, 5, 5]);
    expect(scene.latencies(0)).toHaveLength(5);
    stop();
    expect(frame).toBeUndefined();
  },
);

test('the ids of all contestants differ, and fit into addresses', () => {
  const ids = contestants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
});
