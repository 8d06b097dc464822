import { expect, test } from 'vitest';
import { Kind } from '../../tandem/world/kinds.ts';
import { room, worldOf } from '../../tandem/world/room.test.setup.ts';
import { VitalsMeter } from './vitals-meter.ts';

test('updates before the first `resume`, and between `suspend` and `resume`, are not measured', () => {
  const world = worldOf(
    room(20, 12),
    { kind: Kind.player, x: 9, y: 10.5 },
    { kind: Kind.flyer, x: 12, y: 10 },
  );
  const enemy = world.enemies.find(({ kind }) => kind === Kind.flyer)!;
  const meter = new VitalsMeter(world);
  meter.updated(enemy, 50);
  meter.resume(100);
  expect(meter.take(200).nearAge).toBe(0); // no update is known
  meter.updated(enemy, 210);
  meter.suspend(220);
  meter.updated(enemy, 250);
  meter.resume(320);
  expect(meter.take(330).nearAge).toBe(330 - 210 - (320 - 220));
});
