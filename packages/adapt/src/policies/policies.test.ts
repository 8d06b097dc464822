import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chosenBy,
  highestOf,
  minimumRate,
  nearestTo,
  scaledBySpeed,
  sinceUpdate,
  weighted,
  type Policy,
} from '../index.ts';

const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const anyPosition = fc.record({ x: coordinate, y: coordinate });

describe('nearestTo', () => {
  it('returns 1 at a target, 0.5 at halfAt, and less with growing distance', () => {
    const policy = nearestTo([{ x: 10, y: 0 }], { halfAt: 50 });
    expect(policy({ x: 10, y: 0 }, 0, 0)).toBe(1);
    expect(policy({ x: 60, y: 0 }, 0, 0)).toBe(0.5);
    expect(policy({ x: 10, y: 100 }, 0, 0)).toBeLessThan(0.5);
  });

  it('uses the nearest target and returns 0 to 1', () => {
    fc.assert(
      fc.property(fc.array(anyPosition), anyPosition, (targets, entity) => {
        const all = nearestTo(targets)(entity, 0, 0);
        const alone = targets.map((target) => nearestTo([target])(entity, 0, 0));
        expect(all).toBe(Math.max(0, ...alone));
        expect(all).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('follows targets that move, are added and are removed', () => {
    const players = [{ x: 0, y: 0 }];
    const policy = nearestTo(players);
    players[0]!.x = 100;
    expect(policy({ x: 100, y: 0 }, 0, 0)).toBe(1);
    players.pop();
    expect(policy({ x: 100, y: 0 }, 0, 0)).toBe(0);
  });

  it('uses three dimensions, and positions from `at`', () => {
    const flat = nearestTo([{ x: 0, y: 0 }], { halfAt: 10 });
    expect(flat({ x: 0, y: 0, z: 10 }, 0, 0)).toBe(0.5);
    const mesh = (x: number, y: number, z: number): { position: { x: number; y: number; z: number } } => ({
      position: { x, y, z },
    });
    const players = [mesh(1, 2, 3)];
    const policy = nearestTo(players, { halfAt: 5, at: ({ position }) => position });
    expect(policy(mesh(1, 5, 7), 0, 0)).toBe(0.5);
    players[0]!.position.z = 1e9;
    expect(policy(mesh(1, 5, 7), 0, 0)).toBeLessThan(1e-6);
  });

  it('throws an error if targets is not an array or at is not a function', () => {
    expect(() => nearestTo({ x: 0, y: 0 } as never)).toThrow(
      'nearestTo: targets must be an array, got an object',
    );
    expect(() => nearestTo([], [{ x: 0, y: 0 }] as never)).toThrow(
      'nearestTo: options must not be an array, got an array',
    );
    expect(() => nearestTo([], { at: 'x' as never })).toThrow("nearestTo: at must be a function, got 'x'");
    expect(() => nearestTo([], { at: function* () {} as never })).toThrow(
      'nearestTo: at must be a function that is not a generator function, got a function',
    );
    expect(nearestTo([], { halfAt: undefined })({ x: 1, y: 1 }, 0, 0)).toBe(0);
  });

  it.each([
    [{ x: 1 }, { x: 0, y: 0 }, 'y of an entity must be a number, got undefined'],
    [{ x: NaN, y: 1 }, { x: 0, y: 0 }, 'x of an entity must be a number, got NaN'],
    [{ x: 1, y: 1 }, { y: 0 }, 'x of a target must be a number, got undefined'],
    [{ x: 1, y: 1, z: 'far' }, { x: 0, y: 0 }, "z of an entity must be a number, got 'far'"],
    [{ x: null, y: 1 }, { x: 0, y: 0 }, 'x of an entity must be a number, got null'],
    [{ x: 1, y: '90' }, { x: 0, y: 0 }, "y of an entity must be a number, got '90'"],
    [{ x: [], y: 1 }, { x: 0, y: 0 }, 'x of an entity must be a number, got an array'],
    [
      { x: 1, y: { valueOf: (): number => 1 } },
      { x: 0, y: 0 },
      'y of an entity must be a number, got an object',
    ],
    [{ x: 5n, y: 1 }, { x: 0, y: 0 }, 'x of an entity must be a number, got 5n'],
    [{ x: 1, y: Symbol('y') }, { x: 0, y: 0 }, 'y of an entity must be a number, got Symbol(y)'],
    [{ x: 1, y: 1, z: null }, { x: 0, y: 0 }, 'z of an entity must be a number, got null'],
    [{ x: 1, y: 1 }, { x: true, y: 0 }, 'x of a target must be a number, got true'],
    [{ x: 1, y: 1 }, { x: 0, y: 5n }, 'y of a target must be a number, got 5n'],
    [{ x: 1, y: 1 }, { x: 0, y: 0, z: '1' }, "z of a target must be a number, got '1'"],
    [{ x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: null }, 'z of a target must be a number, got null'],
    [{ x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: NaN }, 'z of a target must be a number, got NaN'],
  ])('throws an error that names the invalid coordinate of %o or %o', (entity, target, message) => {
    const policy = nearestTo([{ x: 5, y: 5 }, target as never]);
    expect(() => policy(entity as never, 0, 0)).toThrow(new TypeError(`nearestTo: ${message}`));
  });

  it.each([undefined, null, 5, 'here', Symbol('here')])('names an item without a position: %s', (missing) => {
    const error = (whose: string): TypeError =>
      new TypeError(`nearestTo: the position of ${whose} must be an object, got ${shown(missing)}`);
    const origin = { x: 0, y: 0 };
    expect(() => nearestTo([origin])(missing as never, 0, 0)).toThrow(error('an entity'));
    expect(() => nearestTo([origin, missing as never])(origin, 0, 0)).toThrow(error('a target'));
    const at = ({ position }: { position: unknown }): never => position as never;
    const policy = nearestTo([{ position: origin }, { position: missing }], { at });
    expect(() => policy({ position: missing }, 0, 0)).toThrow(error('an entity'));
    expect(() => policy({ position: origin }, 0, 0)).toThrow(error('a target'));
  });

  it('accepts positions that are infinitely far away', () => {
    expect(nearestTo([{ x: -Infinity, y: 0 }])({ x: Infinity, y: 0 }, 0, 0)).toBe(0);
    expect(nearestTo([{ x: Infinity, y: 0 }])({ x: Infinity, y: 0 }, 0, 0)).toBe(0);
  });

  it('throws an error if halfAt is not positive', () => {
    expect(() => nearestTo([], { halfAt: 0 })).toThrow(
      new RangeError('nearestTo: halfAt must be a number from 1e-100 to 1e100, got 0'),
    );
  });
});

describe('sinceUpdate', () => {
  it('rises linearly to 1 at the limit, and continues to grow', () => {
    const policy = sinceUpdate(200);
    expect([0, 50, 200, 900].map((age) => policy({}, age, 0))).toEqual([0, 0.25, 1, 4.5]);
  });

  it('throws an error if the limit is not a number', () => {
    expect(() => sinceUpdate(NaN)).toThrow('got NaN');
  });
});

describe('minimumRate', () => {
  it('returns 0 until the period of the rate has passed, then grows with the lateness', () => {
    const policy = minimumRate((entity: { rate: number }) => entity.rate);
    expect([0, 49, 50, 75].map((age) => policy({ rate: 20 }, age, 0))).toEqual([0, 0, 1, 1.5]);
    expect(policy({ rate: 0 }, 1e9, 0)).toBe(0);
  });

  it('returns 1 at the end of the period, although quotients and sums of steps are rounded', () => {
    for (let rate = 1; rate <= 120; rate++) {
      const policy = minimumRate(() => rate);
      expect(policy({}, 1000 / rate, 0), `${rate} Hz`).toBeCloseTo(1, 9);
      expect(policy({}, 3 * (1000 / (3 * rate)), 0), `${rate} Hz in three steps`).toBeCloseTo(1, 9);
    }
  });
});

describe('scaledBySpeed', () => {
  it('doubles the priority at the reference speed, and does not change it at rest', () => {
    const policy = scaledBySpeed(() => 0.3, 5);
    expect(policy({ vx: 0, vy: 0 }, 0, 0)).toBe(0.3);
    expect(policy({ vx: 3, vy: 4 }, 0, 0)).toBe(0.6);
  });
});

describe('combinators', () => {
  it('highestOf returns the highest result, weighted the mean of all results', () => {
    const low = (): number => 0.2;
    const high = (): number => 0.8;
    expect(highestOf(low, high)({}, 0, 0)).toBe(0.8);
    expect(weighted([3, low], [1, high])({}, 0, 0)).toBeCloseTo(0.35);
  });

  it.each(['5', null, undefined, 5n, {}])('throw an error with their name if a policy gives %s', (result) => {
    const bad = (() => result) as unknown as Policy<object>;
    const still = { vx: 0, vy: 0 };
    expect(() => highestOf(bad)({}, 0, 0)).toThrow('highestOf: a policy must return a number, got');
    expect(() => weighted([1, bad])({}, 0, 0)).toThrow('weighted: a policy must return a number, got');
    expect(() => scaledBySpeed(bad, 1)(still, 0, 0)).toThrow('scaledBySpeed: a policy must return a number');
  });

  it('pass the entity, its age and the time to each policy', () => {
    const calls: unknown[] = [];
    const spy = (...call: unknown[]): number => calls.push(call);
    const entity = { name: 'bolt' };
    highestOf(spy)(entity, 7, 9);
    weighted([1, spy])(entity, 7, 9);
    chosenBy(() => spy)(entity, 7, 9);
    expect(calls).toEqual([
      [entity, 7, 9],
      [entity, 7, 9],
      [entity, 7, 9],
    ]);
  });

  it('chosenBy applies a different policy to each kind of entity', () => {
    const policy = chosenBy((entity: { kind: string }) => (entity.kind === 'bolt' ? () => 1 : () => 0));
    expect(policy({ kind: 'bolt' }, 0, 0)).toBe(1);
    expect(policy({ kind: 'rock' }, 0, 0)).toBe(0);
  });

  it('throw an error without policies, and for weights that are not positive', () => {
    expect(() => highestOf()).toThrow(RangeError);
    expect(() => weighted()).toThrow(RangeError);
    expect(() => weighted([-1, () => 0])).toThrow('got -1');
  });

  it('throw an error that names the invalid result of a callback or the invalid velocity of an entity', () => {
    expect(() => chosenBy((() => {}) as never)({}, 0, 0)).toThrow(
      new TypeError('chosenBy: the result of choose must be a function, got undefined'),
    );
    for (const rate of [-1, NaN, Infinity, undefined, '20']) {
      const Kind = typeof rate === 'number' ? RangeError : TypeError;
      expect(() => minimumRate(() => rate as number)({}, 100, 0)).toThrow(
        new Kind(
          `minimumRate: the result of rate must be a number from 0 to 1e100, got ${typeof rate === 'string' ? "'20'" : rate}`,
        ),
      );
    }
    const fast = scaledBySpeed(() => 1, 5);
    for (const missing of [undefined, null, 5, 'bolt', Symbol('bolt')])
      expect(() => fast(missing as never, 0, 0)).toThrow(
        new TypeError(`scaledBySpeed: an entity must be an object, got ${shown(missing)}`),
      );
    expect(() => fast({ vy: 1 } as never, 0, 0)).toThrow(
      new TypeError('scaledBySpeed: vx of an entity must be a number, got undefined'),
    );
    expect(() => fast({ vx: 1, vy: NaN }, 0, 0)).toThrow(
      new TypeError('scaledBySpeed: vy of an entity must be a number, got NaN'),
    );
    for (const [bad, text] of [
      [null, 'null'],
      ['3', "'3'"],
      [[], 'an array'],
      [3n, '3n'],
      [() => 3, 'a function'],
    ])
      // oxfmt-ignore
      expect(() => fast({ vx: 1, vy: bad } as never, 0, 0)).toThrow(
        new TypeError(`scaledBySpeed: vy of an entity must be a number, got ${String(text)}`),
      );
  });

  it('throw an error that names the parameter for a value that is not a policy', () => {
    const bad = 3 as never;
    expect(() => weighted(bad)).toThrow('weighted: each part must be [weight, policy], got 3');
    expect(() => weighted([1, bad])).toThrow('weighted: policy must be a function, got 3');
    expect(() => highestOf(bad)).toThrow('highestOf: policy must be a function, got 3');
    expect(() => chosenBy(bad)).toThrow('chosenBy: choose must be a function, got 3');
    expect(() => minimumRate(bad)).toThrow('minimumRate: rate must be a function, got 3');
    expect(() => scaledBySpeed(bad, 1)).toThrow('scaledBySpeed: policy must be a function, got 3');
    expect(() => chosenBy(null as never)).toThrow('chosenBy: choose must be a function, got null');
  });
});

/** A primitive value as an error message shows it. */
function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
