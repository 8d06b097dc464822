import { EventLoop, everyFrame } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { fieldTo } from './field.ts';
import { Game } from './game.ts';

test('the enemies come nearer to the player, in simulated time', () => {
  const host = new VirtualHost();
  const game = new Game();
  const { x, y } = game.player;
  game.field = fieldTo(x, y);
  const distance = (): number =>
    game.enemies.reduce((sum, enemy) => sum + Math.hypot(enemy.x - x, enemy.y - y), 0);
  const before = distance();
  everyFrame(new EventLoop({ host }), { simulate: game.frame });
  host.advanceTo(2000);
  expect(distance()).toBeLessThan(before);
});
