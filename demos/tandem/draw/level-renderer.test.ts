import { expect, test } from 'vitest';
import { room, worldOf } from '../world/room.test.setup.ts';
import { Effects } from './effects/effects.ts';
import { IdleAnimations } from './robots/idle-animations.ts';
import { LevelRenderer } from './level-renderer.ts';

test('two renderers of a canvas use the same context, because Firefox gives the context of a transferred canvas only once', () => {
  let given = 0;
  const canvas = {
    getContext: () => {
      if (given++ > 0) throw new DOMException('Cannot update created context to different thread');
      return { canvas };
    },
  } as unknown as OffscreenCanvas;
  const world = worldOf(room(20, 12));
  const create = (): LevelRenderer =>
    new LevelRenderer(world, canvas, new Effects(world, 0), new IdleAnimations(world));
  expect(create()).not.toBe(create());
  expect(given).toBe(1);
});
