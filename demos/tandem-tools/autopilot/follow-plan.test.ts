import { expect, test } from 'vitest';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import { Key } from '../../tandem/world/robot/keys.ts';
import { createWorld } from '../../tandem/world/world.ts';
import { followPlan } from './follow-plan.ts';
import { readPlanLine } from './read-plan.ts';

const level = levelOf(`title: Test

################
#              #
#        ##    #
# 1 2    ##  ! #
################
`);

test('the keys for a plan bring both robots to the exit', () => {
  const world = createWorld(level, 1);
  followPlan(world, '// both over the block\n1 to 7,3\nboth to !\n');
  expect(world.stage.wonAt).toBeGreaterThan(0);
});

test('if a line fails, the error names the line and the reason: no way was found, or the line cannot be read', () => {
  const run = (plan: string): unknown => followPlan(createWorld(level, 1), plan);
  expect(() => run('wait 3\n1 to 9,3\n')).toThrow(/^line 2, 1 to 9,3: no way was found among \d+ states/);
  for (const line of ['both crouches', '1 too 5,5', '1 to', '1 to 5', '30 rx -', 'wait']) {
    expect(() => run(`1 crouches\n${line}\n`)).toThrow(`line 2, ${line}: a plan knows lines such as`);
  }
});

test('each kind of line in a plan is read', () => {
  expect(readPlanLine('both to 14,9')).toEqual({ type: 'go', robots: [0, 1], to: [14, 9] });
  expect(readPlanLine('2 to !')).toEqual({ type: 'go', robots: [1], to: 'exit' });
  expect(readPlanLine('2 crouches')).toEqual({ type: 'hold', robot: 1, keys: Key.crouch });
  expect(readPlanLine('wait 30')).toEqual({ type: 'wait', steps: 30 });
  expect(readPlanLine('30 rj -')).toEqual({ type: 'press', run: { steps: 30, held: Key.right | Key.jump } });
  expect(readPlanLine('  ')).toBeUndefined();
});
