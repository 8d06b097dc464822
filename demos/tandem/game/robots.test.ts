import { describe, expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { levelOf } from './levels/catalog.ts';
import { joinHeld, Key } from '../world/robot/keys.ts';
import { Posture } from '../world/robot/robot.ts';
import { createWorld, type World } from '../world/world.ts';

const { crouch, jump, left, right } = Key;

function worldOf(map: string, legend = ''): World {
  return createWorld(levelOf(`title: Test\n\n${map}\n\n${legend}`), 1);
}

/** Plays some steps, in which each robot holds its own keys. */
function play(world: World, steps: number, first: number, second = 0): void {
  for (let step = 0; step < steps; step++) simulate(world, joinHeld([first, second]));
}

/** Starts to run to the right, at another tick for each `start`, and from one of seven positions. */
function approach(world: World, start: number): void {
  play(world, 20 + start, 0);
  play(world, start % 7, left);
  play(world, 10, 0);
  play(world, 20, right);
}

/** The maximum height of a robot in some steps, in cells above its start. */
function highest(world: World, steps: number, first: number, second = 0, robot = 0): number {
  const from = world.players[robot]!.y;
  let top = from;
  for (let step = 0; step < steps; step++) {
    play(world, 1, first, second);
    top = Math.min(top, world.players[robot]!.y);
  }
  return from - top;
}

const plain = `
#                                    #
#                                    #
#                                    #
#                                    #
#                                    #
#                                    #
#                                    #
# 1                           2    ! #
######################################`.slice(1);

const flat = `
#                                                              #
#                                                              #
#                                                              #
#                                                              #
#                                                              #
# 12                                                      !    #
################################################################`.slice(1);

const hilly = `
#                                                              #
#                                                              #
#                                                              #
#                                                              #
#                  ◢◣        ◢####◣  ◢##◣                      #
# 12    ◢◣  ◢##◣  ◢##◣◢◣◢◣  ◢######◣◢####◣  ◢#◣           !    #
################################################################`.slice(1);

describe('a robot', () => {
  test('stands on the ground, runs, and stops', () => {
    const world = worldOf(plain);
    const [robot] = world.players;
    play(world, 20, 0);
    expect(world.robots[0]!.posture).toBe(Posture.standing);
    play(world, 60, right);
    expect(robot!.vx).toBeCloseTo(7, 1);
    play(world, 20, 0);
    expect(robot!.vx).toBe(0);
  });

  test('runs at full speed over all seams between the cells of the ground, from any start', () => {
    for (let start = 0; start < 60; start++) {
      const world = worldOf(flat);
      const robot = world.players[0]!;
      approach(world, start);
      const uneven: number[] = [];
      while (robot.x < 50) {
        const { x } = robot;
        play(world, 1, right);
        if (!(Math.abs(60 * (robot.x - x) - 7) < 0.0005)) uneven.push(x);
      }
      expect(uneven, `start ${start}`).toEqual([]);
    }
  });

  test('needs about the same time over hills and valleys from any start', () => {
    for (let start = 0; start < 60; start++) {
      const world = worldOf(hilly);
      const robot = world.players[0]!;
      approach(world, start);
      const from = world.tick - (60 * robot.x) / 7;
      for (let step = 0; step < 600 && robot.x < 50; step++) play(world, 1, right);
      expect(world.tick - from, `start ${start}`).toBeGreaterThan(490);
      expect(world.tick - from, `start ${start}`).toBeLessThan(530);
    }
  });

  test('jumps two cells high, less if the key is released, and only once while it is held', () => {
    const world = worldOf(plain);
    play(world, 20, 0);
    expect(highest(world, 60, jump)).toBeGreaterThan(2.1);
    expect(world.robots[0]!.posture).toBe(Posture.standing);
    play(world, 5, 0);
    play(world, 3, jump);
    expect(highest(world, 60, 0)).toBeLessThan(1.3);
  });

  test('can still jump just after it has run over an edge', () => {
    const world = worldOf('#      #\n#      #\n#1   2 #\n###  ###\n#     !#\n########');
    play(world, 20, 0);
    while (world.robots[0]!.posture === Posture.standing) play(world, 1, right);
    play(world, 2, right);
    expect(highest(world, 20, right | jump)).toBeGreaterThan(1);
  });

  test('runs up and down slopes at about the same pace, and stands on them', () => {
    const world = worldOf(
      '#                     #\n#         ◢###◣       #\n# 1     ◢######◣   2! #\n#######################',
    );
    const [robot] = world.players;
    play(world, 20, 0);
    let inAir = 0;
    for (let step = 0; step < 160; step++) {
      play(world, 1, right);
      if (world.robots[0]!.posture !== Posture.standing) inAir++;
    }
    expect(robot!.x).toBeGreaterThan(18);
    expect(inAir).toBeLessThan(30);
  });

  test('slides down walls more slowly than it falls, and jumps off them', () => {
    const world = worldOf(`${'#     #        #\n'.repeat(14)}#  1  #     2 !#\n################`);
    play(world, 20, 0);
    play(world, 18, right | jump);
    const { robots, players } = world;
    expect(robots[0]!.posture === Posture.sliding || players[0]!.vy < 0).toBe(true);
    while (robots[0]!.posture !== Posture.sliding) play(world, 1, right);
    play(world, 5, right);
    expect(players[0]!.vy).toBeLessThan(3);
    const { x } = players[0]!;
    expect(highest(world, 12, right | jump)).toBeGreaterThan(0.8);
    expect(players[0]!.x).toBeLessThan(x - 0.5);
  });

  test.each([
    [2, true],
    [3, false],
  ])('climbs a ledge of %i cells: %s', (height, climbs) => {
    const open = '#             #\n'.repeat(6);
    const map = `${open}${'#      ########\n'.repeat(height - 1)}#1 2 ! ########\n###############`;
    const world = worldOf(map);
    play(world, 20, 0);
    play(world, 60, right);
    play(world, 60, right | jump);
    expect(world.players[0]!.x > 7.5).toBe(climbs);
  });

  test('crouches while the key is held, and stands up afterwards', () => {
    const world = worldOf('#           #\n#           #\n#1        2!#\n#############');
    play(world, 20, 0);
    play(world, 10, crouch);
    expect(world.robots[0]!.posture).toBe(Posture.crouching);
    play(world, 10, 0);
    expect(world.robots[0]!.posture).toBe(Posture.standing);
  });

  test('is thrown more than five cells high when it runs through its crouching partner', () => {
    const world = worldOf(`${'#                #\n'.repeat(9)}#1   2          !#\n##################`);
    play(world, 20, 0);
    expect(highest(world, 90, right, crouch)).toBeGreaterThan(5);
  });

  test('passes only its own veil', () => {
    const world = worldOf('#                  #\n# 1  (  )     2  ! #\n####################');
    play(world, 120, right, left);
    expect(world.players[0]!.x).toBeGreaterThan(6);
    expect(world.players[0]!.x).toBeLessThan(8);
    expect(world.players[1]!.x).toBeLessThan(8);
    expect(world.players[1]!.x).toBeGreaterThan(6);
  });
});

describe('a deadly enemy', () => {
  test('brings a robot down, which returns to its start if its partner is up', () => {
    const world = worldOf('#                #\n# 1   s      2 ! #\n##################', 's saw');
    play(world, 60, right);
    expect(world.players[0]!.active).toBe(false);
    expect(world.robots[0]!.falls).toBe(1);
    play(world, 60, 0);
    expect(world.players[0]!.active).toBe(true);
    expect(world.players[0]!.x).toBeCloseTo(2.5, 1);
  });

  test('spares the robot of its color', () => {
    const world = worldOf('#                #\n# 1   s  s   2 ! #\n##################', 's saw of 1');
    play(world, 150, right, left);
    expect(world.robots.map(({ falls }) => falls > 0)).toEqual([false, true]);
  });

  test('lets both robots return with their gems after it has brought both down', () => {
    const world = worldOf('#                    #\n# 1 * s     s * 2 !  #\n######################', 's saw');
    play(world, 60, right, left);
    expect(world.players.every(({ active }) => !active)).toBe(true);
    play(world, 120, 0);
    expect(world.players.every(({ active }) => active)).toBe(true);
    expect([...world.stage.taken]).toEqual([1, 1]);
  });
});

describe('the stage', () => {
  test('a plate opens its door while something stands on it', () => {
    const world = worldOf('#      x     #\n#1 A   x 2 ! #\n##############', 'A plate x\nx door');
    play(world, 20, 0);
    while (world.players[0]!.x < 3.5) play(world, 1, right);
    play(world, 30, 0);
    expect([...world.stage.open]).toEqual([1]);
    play(world, 40, left);
    expect([...world.stage.open]).toEqual([0]);
  });

  test('a switch opens or closes its door each time it is pressed', () => {
    const world = worldOf('#      x     #\n#1 A   x 2 ! #\n##############', 'A switch x\nx door');
    play(world, 20, 0);
    while (world.players[0]!.x < 3.5) play(world, 1, right);
    play(world, 30, left);
    expect([...world.stage.open]).toEqual([1]);
    while (world.players[0]!.x < 3.5) play(world, 1, right);
    play(world, 2, 0);
    expect([...world.stage.open]).toEqual([0]);
  });

  test('a closing door crushes the robot in it', () => {
    const world = worldOf('#      x     #\n#1 A   x 2 ! #\n##############', 'A plate x\nx door open');
    play(world, 20, 0);
    while (world.players[1]!.x > 7.5) play(world, 1, 0, left);
    while (world.players[0]!.x < 3.5) play(world, 1, right, 0);
    play(world, 10, 0);
    expect(world.robots[1]!.falls).toBe(1);
  });

  test('a robot returns to the flag at which both robots have crouched', () => {
    const world = worldOf('#              #\n# 1   + 2 s  ! #\n################', 's saw');
    play(world, 20, 0);
    while (world.players[0]!.x < 5.6) play(world, 1, right);
    play(world, 20, crouch, 0);
    expect(world.stage.checkpoint).toBe(-1);
    while (world.players[1]!.x > 7.4) play(world, 1, crouch, left);
    play(world, 10, crouch, crouch);
    expect(world.stage.checkpoint).toBe(0);
    play(world, 60, 0, right);
    play(world, 80, 0);
    expect(world.robots[1]!.falls).toBe(1);
    expect(world.players[1]!.x).toBeGreaterThan(6);
    expect(world.players[1]!.x).toBeLessThan(8);
  });

  test('the level ends when both robots are at the exit', () => {
    const world = worldOf('#          #\n# 1  2  !  #\n############');
    play(world, 20, 0);
    while (world.players[1]!.x < 8.5) play(world, 1, 0, right);
    play(world, 30, 0);
    expect(world.stage.wonAt).toBe(-1);
    play(world, 60, right);
    expect(world.stage.wonAt).toBeGreaterThan(0);
  });
});

test('a robot with a leech cannot jump until its partner comes', () => {
  const world = worldOf(
    `${'#                    #\n'.repeat(4)}# l                  #\n#                    #\n# 1              2 ! #\n######################`,
    'l leech',
  );
  for (let step = 0; step < 600 && world.players[0]!.burden < 0; step++) play(world, 1, 0);
  expect(world.players[0]!.burden).toBeGreaterThanOrEqual(0);
  expect(highest(world, 30, jump)).toBeLessThan(0.1);
  play(world, 200, 0, left);
  expect(world.players[0]!.burden).toBe(-1);
  play(world, 5, 0);
  expect(highest(world, 30, jump)).toBeGreaterThan(1);
});
