import { Frame } from '@doha/loop';
import type { Group, Mesh, Object3D, PerspectiveCamera } from 'three';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  chosenBy,
  highestOf,
  minimumRate,
  nearestTo,
  type Policy,
  scaledBySpeed,
  sinceUpdate,
  weighted,
} from '../index.ts';

interface Enemy {
  x: number;
  y: number;
  vx: number;
  vy: number;
  hp: number;
}

const enemies: Enemy[] = [{ x: 3, y: 4, vx: 0, vy: 2, hp: 50 }];
const player = { x: 0, y: 0 };
const update = (enemy: Enemy): void => void enemy.hp++;

describe('the entity type of a policy that the application combines with others', () => {
  test('comes from the frame, in any order of the policies', () => {
    const frames = [
      new Frame({
        entities: enemies,
        update,
        priority: weighted([3, nearestTo([player])], [1, (e) => e.hp]),
      }),
      new Frame({
        entities: enemies,
        update,
        priority: weighted([1, (e) => e.hp], [3, nearestTo([player])]),
      }),
      new Frame({ entities: enemies, update, priority: highestOf(sinceUpdate(500), (e) => e.hp) }),
      new Frame({ priority: highestOf((e) => e.hp, nearestTo([player])), update, entities: enemies }),
      new Frame({
        priority: weighted(
          [3, scaledBySpeed(nearestTo([player]), 5)],
          [1, scaledBySpeed((e) => e.hp, 5)],
          [
            1,
            highestOf(
              sinceUpdate(500),
              (e) => e.hp,
              minimumRate((e) => e.hp),
            ),
          ],
          [1, chosenBy((e) => (e.hp > 3 ? sinceUpdate(3) : nearestTo([player])))],
        ),
        entities: new Set(enemies),
        update(enemy, elapsed) {
          enemy.hp -= elapsed;
        },
      }),
    ];
    for (const frame of frames) expectTypeOf(frame).toEqualTypeOf<Frame<Enemy>>();
  });

  test('comes from the declared variable or the type argument', () => {
    const policy: Policy<Enemy> = weighted([3, nearestTo([player])], [1, (e) => e.hp]);
    const parts: Policy<Enemy>[] = [sinceUpdate(500), (e) => e.hp];
    expectTypeOf(highestOf(...parts)).toEqualTypeOf<Policy<Enemy>>();
    expectTypeOf(weighted<Enemy>([1, (e) => e.hp], [1, sinceUpdate(3)])).toEqualTypeOf<Policy<Enemy>>();
    expect(policy(enemies[0]!, 0, 0)).toBeGreaterThan(1);
  });

  test('has, without a frame, all members that the combined policies require', () => {
    const policy = weighted(
      [1, scaledBySpeed(nearestTo([player]), 5)],
      [1, highestOf((e: { hp: number }) => e.hp, sinceUpdate(500))],
    );
    expect(policy({ x: 0, y: 0, vx: 3, vy: 4, hp: 4 }, 0, 0)).toBe(3);
    // @ts-expect-error the entity has no hp
    expect(() => policy({ x: 0, y: 0, vx: 3, vy: 4 }, 0, 0)).toThrow(TypeError);
    // @ts-expect-error the entity has no speed
    expect(() => policy({ x: 0, y: 0, hp: 4 }, 0, 0)).toThrow(TypeError);
  });

  test('must match the entities of the frame, and the result must be a number', () => {
    const frames = [
      // @ts-expect-error a priority is a number
      new Frame({ entities: enemies, update, priority: highestOf(sinceUpdate(3), (e) => `${e.hp}`) }),
      // @ts-expect-error an entity has no x
      new Frame({ entities: [{ hp: 1 }], update() {}, priority: weighted([1, nearestTo([player])]) }),
      // @ts-expect-error an entity has no vx
      new Frame({ entities: [player], update() {}, priority: scaledBySpeed(nearestTo([player]), 3) }),
    ];
    expect(frames).toHaveLength(3);
  });
});

const turn = (mesh: Mesh): void => void mesh.rotation.x++;

/** Compiled but never called: only the types of three.js are imported. */
function framesOfThree(camera: PerspectiveCamera, group: Group, entities: Mesh[]): Frame<Mesh>[] {
  const ofObjects = nearestTo([camera], { at: (object: Object3D) => object.position });
  return [
    new Frame({ entities, update: turn, priority: nearestTo([camera], { at: (o) => o.position }) }),
    new Frame({
      entities,
      priority: weighted(
        [3, nearestTo([camera, group], { halfAt: 5, at: (o) => o.position })],
        [1, (mesh) => mesh.geometry.id],
        [1, sinceUpdate(500)],
      ),
      update(mesh, elapsed) {
        mesh.rotation.x += elapsed;
      },
    }),
    new Frame({
      entities,
      update: turn,
      priority: chosenBy((mesh) =>
        mesh.visible ? nearestTo([camera], { at: ({ position }) => position }) : sinceUpdate(500),
      ),
    }),
    new Frame({ entities, update: turn, priority: ofObjects }),
    // @ts-expect-error an id is not a position
    new Frame({ entities, update: turn, priority: nearestTo([camera], { at: (o) => o.id }) }),
    new Frame({
      entities,
      update: turn,
      priority: nearestTo<Mesh | Group>([group], { at: (o) => o.position }),
    }),
  ];
}

test('the targets of nearestTo may be of another type than the entities', () => {
  expectTypeOf(framesOfThree).returns.toEqualTypeOf<Frame<Mesh>[]>();
  const at = ({ place }: { place: { x: number; y: number } }): { x: number; y: number } => place;
  const policy = nearestTo([{ place: player, name: 'player' }], { halfAt: 5, at });
  expect(policy({ place: enemies[0]! }, 0, 0)).toBe(0.5);
});
