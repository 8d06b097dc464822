import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelLoads } from './level-loads.ts';
import { type Piece, qualityBalance } from './quality-balance.ts';
import { staticGrid } from './static-grid.ts';

describe('a static grid', () => {
  test.each([
    [{ width: 400, height: 100, parts: 4 }, [4, 1]],
    [{ width: 100, height: 400, parts: 4 }, [1, 4]],
    [{ width: 100, height: 100, parts: 4 }, [2, 2]],
    [{ width: 300, height: 200, parts: 6 }, [3, 2]],
    [{ width: 300, height: 200, parts: 1 }, [1, 1]],
  ])('%o has parts that are nearly squares', (options, [columns, rows]) => {
    expect(staticGrid(options)).toMatchObject({ columns, rows });
  });

  test('each place is of one part, and all parts are alike', () => {
    const { partOf } = staticGrid({ width: 30, height: 20, parts: 6 });
    const counts = new Map<number, number>();
    for (let x = 0; x < 30; x++) {
      for (let y = 0; y < 20; y++) {
        const part = partOf({ x: x + 0.5, y: y + 0.5 });
        counts.set(part, (counts.get(part) ?? 0) + 1);
      }
    }
    expect(counts).toEqual(new Map([0, 1, 2, 3, 4, 5].map((part) => [part, 100])));
    expect([partOf({ x: -9, y: -9 }), partOf({ x: 99, y: 99 })]).toEqual([0, 5]);
  });

  test('what makes no sense is refused', () => {
    expect(() => staticGrid({ width: 0, height: 1, parts: 1 })).toThrow(
      'width must be a number from 1e-100 to 1e100, got 0',
    );
    expect(() => staticGrid({ width: 1, height: 1, parts: 1.5 })).toThrow(
      'parts must be a whole number ≥ 1, got 1.5',
    );
  });
});

describe('balancing for quality', () => {
  const columns = 8;
  const map = (piece: (column: number, row: number) => Omit<Piece, 'part'>): Piece[] =>
    Array.from({ length: 4 * columns }, (_, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      return { part: column < 4 ? 0 : 1, ...piece(column, row) };
    });

  test('nothing moves where all is even', () => {
    expect(
      qualityBalance(
        map(() => ({ load: 1, mass: 1 })),
        { columns, parts: 2 },
      ),
    ).toEqual([]);
  });

  test('load alike does not do where what matters is all in one part', () => {
    const pieces = map((column) => ({ load: 1, mass: column === 2 || column === 3 ? 1 : 0 }));
    const [first] = qualityBalance(pieces, { columns, parts: 2 });
    expect(first!.to).toBe(1);
    expect(first!.piece % columns).toBe(3); // beside the other part
    expect(qualityBalance(pieces, { columns, parts: 2, loadShare: 1 })).toEqual([]);
  });

  test('asked again and again it comes to rest, and is never worse than before', () => {
    const amounts = fc.array(
      fc.record({
        load: fc.double({ min: 0, max: 10, noNaN: true }),
        mass: fc.double({ min: 0, max: 10, noNaN: true }),
      }),
      {
        minLength: 4,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 4 }), (list, parts) => {
        let pieces: Piece[] = list.map((amount, i) => ({ ...amount, part: i % parts }));
        let before = imbalance(pieces, parts);
        for (let turn = 0; ; turn++) {
          expect(turn).toBeLessThan(500);
          const handovers = qualityBalance(pieces, { columns: 4, parts });
          if (handovers.length === 0) break;
          expect(handovers.length).toBeLessThanOrEqual(4);
          for (const { piece, to } of handovers) pieces = pieces.with(piece, { ...pieces[piece]!, part: to });
          const after = imbalance(pieces, parts);
          expect(after).toBeLessThan(before);
          before = after;
        }
      }),
    );
  });

  test('many small pieces are handed over as few large ones are', () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({
      part: i % 1000 < 500 ? 0 : 1,
      load: i % 1000 < 500 ? 2 : 1,
      mass: 1,
    }));
    const options = { columns: 1000, parts: 2, loadShare: 1, most: 100 };
    let pieces = many;
    for (let turn = 0; turn < 20; turn++) {
      for (const { piece, to } of qualityBalance(pieces, options))
        pieces = pieces.with(piece, { ...pieces[piece]!, part: to });
    }
    const loadOf = (part: number): number =>
      pieces.filter((piece) => piece.part === part).reduce((sum, { load }) => sum + load, 0);
    expect(Math.abs(loadOf(0) - loadOf(1)) / 4500).toBeLessThan(0.06);
    // Still in one piece each: at the border.
    const strays = pieces.filter(({ part }, i) =>
      i % 1000 < 300 ? part === 1 : i % 1000 >= 500 && part === 0,
    );
    expect(strays).toEqual([]);
  });

  test('thousands of pieces can move in one call', () => {
    // If each handover looks at the whole map, this takes minutes, and the test exceeds its time limit.
    const side = 400;
    const pieces = Array.from({ length: side * side }, (_, i) => ({
      part: i % side < 40 ? 0 : 1,
      load: 1,
      mass: 1,
    }));
    const handovers = qualityBalance(pieces, { columns: side, parts: 2, hysteresis: 0.01, most: 40_000 });
    expect(handovers.every(({ to }) => to === 0)).toBe(true);
    expect(handovers.length).toBe(40_000);
  });

  test('who can do more gets more', () => {
    let pieces: Piece[] = Array.from({ length: 300 }, (_, i) => ({
      part: i < 150 ? 0 : 1,
      load: 1,
      mass: 1,
    }));
    const options = { columns: 300, parts: 2, capacities: [1, 3], hysteresis: 0.01, most: 10 };
    for (let turn = 0; turn < 50; turn++) {
      for (const { piece, to } of qualityBalance(pieces, options))
        pieces = pieces.with(piece, { ...pieces[piece]!, part: to });
    }
    expect(Math.abs(pieces.filter(({ part }) => part === 0).length - 75)).toBeLessThan(3);
    expect(() => qualityBalance(pieces, { ...options, capacities: [1, 0] })).toThrow(
      'capacities must be finite numbers > 0, got 0',
    );
  });

  test('capacities must be as many as parts', () => {
    for (const capacities of [[], [1], [1, 1, 1]]) {
      expect(() => qualityBalance([], { columns: 1, parts: 2, capacities })).toThrow(
        new RangeError(
          `qualityBalance: capacities must be one number for each of 2 parts, got ${capacities.length}`,
        ),
      );
    }
    expect(() => qualityBalance([], { columns: 1, parts: 1, capacities: 5 as never })).toThrow(
      new TypeError('qualityBalance: capacities must be an array, got 5'),
    );
  });

  test('a piece of no part is refused', () => {
    expect(() => qualityBalance([{ part: 2, load: 1, mass: 1 }], { columns: 1, parts: 2 })).toThrow(
      new RangeError('qualityBalance: part must be a whole number from 0 to 1, got 2'),
    );
  });
});

describe('loads at one level', () => {
  const options = { capacity: 1000, fullRate: 30, growth: 0.25 };

  test('where there is time for all, all have their full rate', () => {
    const loads = levelLoads(
      [
        { count: 10, priority: 0.5 },
        { count: 20, priority: 0 },
      ],
      options,
    );
    expect(loads[0]).toBeCloseTo(300, 4);
    expect(loads[1]).toBeCloseTo(600, 4);
  });

  test('where there is not, they take all the time that there is, and what matters more has the higher rate', () => {
    const crowd = fc.record({
      count: fc.integer({ min: 0, max: 500 }),
      priority: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(crowd, { minLength: 1, maxLength: 40 }), (crowds) => {
        const loads = levelLoads(crowds, options);
        const total = loads.reduce((sum, load) => sum + load, 0);
        const wanted = crowds.reduce((sum, { count }) => sum + 30 * count, 0);
        expect(Math.abs(total - Math.min(1000, wanted))).toBeLessThan(1);
        const rates = crowds.map(({ count, priority }, i) => ({ priority, rate: loads[i]! / count }));
        const ranked = rates
          .filter(({ rate }) => !Number.isNaN(rate))
          .toSorted((one, other) => one.priority - other.priority);
        for (const [i, { rate }] of ranked.entries())
          expect(rate).toBeGreaterThanOrEqual((ranked[i - 1]?.rate ?? 0) - 1e-6);
      }),
    );
  });

  test('the loads are finite for all numbers that are accepted, and others are refused', () => {
    const number = fc.constantFrom(5e-324, 1e-300, 1e-100, 1e-50, 1, 1e50, 1e100, 1e300, Number.MAX_VALUE);
    const crowd = fc.record({ count: fc.oneof(number, fc.constant(0)), priority: number });
    const given = fc.record({ capacity: number, fullRate: number, growth: number });
    fc.assert(
      fc.property(fc.array(crowd, { minLength: 1, maxLength: 3 }), given, (crowds, extremes) => {
        const isLarge = (value: number): boolean => value > 1e100;
        const isRefused =
          Object.values(extremes).some((value) => isLarge(value) || value < 1e-100) ||
          crowds.some(({ count, priority }) => isLarge(count) || isLarge(priority));
        const compute = (): number[] => levelLoads(crowds, extremes);
        if (isRefused) expect(compute).toThrow(RangeError);
        else for (const load of compute()) expect(load).toSatisfy(Number.isFinite);
      }),
      { numRuns: 1000 },
    );
    expect(() => levelLoads([], { ...options, growth: 1e300 })).toThrow(
      'levelLoads: growth must be a number from 1e-100 to 1e100, got 1e+300',
    );
  });

  test('what makes no sense is refused', () => {
    expect(() => levelLoads([], { ...options, capacity: 0 })).toThrow(
      'levelLoads: capacity must be a number from 1e-100 to 1e100, got 0',
    );
  });
});

/** Half the mean squares of load and of mass, by part. */
function imbalance(pieces: readonly Piece[], parts: number): number {
  return (['load', 'mass'] as const).reduce((sum, name) => {
    const total = pieces.reduce((all, piece) => all + piece[name], 0) || 1;
    const perPart = Array.from({ length: parts }, (_, part) =>
      pieces
        .filter((piece) => piece.part === part)
        .reduce((all, piece) => all + (piece[name] * parts) / total, 0),
    );
    return sum + perPart.reduce((all, share) => all + share * share, 0) / parts / 2;
  }, 0);
}

test('without a hysteresis and whatever the pieces, handovers end, and the next call finds nothing to do', () => {
  const amount = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 10 }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
  );
  const piece = fc.record({ part: fc.nat(3), load: amount, mass: amount });
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(0, 0.5, 1),
      (pieces, columns, loadShare) => {
        const options = { columns, parts: 4, loadShare, hysteresis: 0, most: 1000 };
        const handovers = qualityBalance(pieces, options);
        expect(handovers.length).toBeLessThan(1000);
        const after = [...pieces];
        for (const { piece: index, to } of handovers) after[index] = { ...after[index]!, part: to };
        expect(qualityBalance(after, options)).toEqual([]);
      },
    ),
  );
});

test('handovers depend on the ratios of loads, masses and capacities, however large or small these are', () => {
  const amount = fc.integer({ min: 0, max: 8 });
  const piece = fc.record({ part: fc.nat(2), load: amount, mass: amount });
  const capacities = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 3, maxLength: 3 });
  const unit = fc.constantFrom(2 ** -1000, 2 ** -1074, 2 ** 1000, 2 ** 1020);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), capacities, unit, (pieces, given, scale) => {
      const options = { columns: 4, parts: 3, capacities: given };
      const plan = qualityBalance(pieces, options);
      const large = pieces.map(({ load, mass, part }) => ({ part, load: load * scale, mass: mass * scale }));
      expect(qualityBalance(large, options)).toEqual(plan);
      expect(qualityBalance(pieces, { ...options, capacities: given.map((each) => each * scale) })).toEqual(
        plan,
      );
    }),
  );
});

test('with loads and capacities of any size, handovers end, and the next call finds nothing to do', () => {
  const size = fc.constantFrom(5e-324, 1e-308, 1e-100, 1e-9, 1, 3, 1e9, 1e100, 1e308, Number.MAX_VALUE);
  const amount = fc.oneof(fc.constant(0), size);
  const piece = fc.record({ part: fc.nat(2), load: amount, mass: amount });
  const capacities = fc.array(size, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), capacities, (pieces, given) => {
      const options = { columns: 4, parts: 3, capacities: given, hysteresis: 0, most: 1000 };
      const handovers = qualityBalance(pieces, options);
      expect(handovers.length).toBeLessThan(1000);
      const after = [...pieces];
      for (const { piece: index, to } of handovers) after[index] = { ...after[index]!, part: to };
      expect(qualityBalance(after, options)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

describe('bad input is refused by name:', () => {
  const bad = [NaN, Infinity, -Infinity, -1, '5', {}, null] as number[];
  const piece = { part: 0, load: 1, mass: 1 };
  const balance = { columns: 2, parts: 2 };
  const crowd = { count: 1, priority: 1 };
  const level = { capacity: 1, fullRate: 60, growth: 1 };

  test.each(bad)('%s as a number of staticGrid', (value) => {
    const grid = { width: 1, height: 1, parts: 1 };
    for (const name of ['width', 'height', 'parts'])
      expect(() => staticGrid({ ...grid, [name]: value })).toThrow(`staticGrid: ${name} must be`);
  });

  test.each([...bad, 2, 0.5])('%s as a number of qualityBalance', (value) => {
    const refused = (name: string, call: () => unknown): void =>
      expect(call).toThrow(new RegExp(`^qualityBalance: ${name} must be`));
    const pieces = [piece, { ...piece, part: 1 }];
    for (const name of ['columns', 'parts', 'loadShare', 'hysteresis', 'most']) {
      const isRight =
        (value === 2 && name !== 'loadShare') ||
        (value === 0.5 && !['columns', 'parts'].includes(name)) ||
        (value === Infinity && ['hysteresis', 'most'].includes(name));
      if (!isRight) refused(name, () => qualityBalance(pieces, { ...balance, [name]: value }));
    }
    if (value === 2 || value === 0.5) return;
    for (const name of ['part', 'load', 'mass'])
      refused(name, () => qualityBalance([{ ...piece, [name]: value }, ...pieces], balance));
    if (value !== null)
      refused('capacities', () => qualityBalance(pieces, { ...balance, capacities: [1, value] }));
  });

  test.each(bad)('%s as a number of levelLoads', (value) => {
    for (const name of ['capacity', 'fullRate', 'growth'])
      expect(() => levelLoads([crowd], { ...level, [name]: value })).toThrow(`levelLoads: ${name} must be`);
    for (const name of ['count', 'priority']) {
      if (name === 'priority' && value === -1) continue;
      expect(() => levelLoads([crowd, { ...crowd, [name]: value }], level)).toThrow(
        `levelLoads: ${name} must be`,
      );
    }
  });

  test('a place that is not a number', () => {
    const { partOf } = staticGrid({ width: 1, height: 1, parts: 2 });
    expect(() => partOf({ x: NaN, y: 0 })).toThrow(
      new RangeError('partOf: x and y must be numbers, got NaN and 0'),
    );
    for (const [shown, y] of Object.entries({ null: null, "'1'": '1', '1n': 1n, 'an array': [] }))
      expect(() => partOf({ x: 0, y: y as never })).toThrow(
        new TypeError(`partOf: x and y must be numbers, got 0 and ${shown}`),
      );
  });

  test('a BigInt and a string are shown as what they are', () => {
    expect(() => levelLoads([], { ...level, capacity: 5n as never })).toThrow(
      new TypeError('levelLoads: capacity must be a number from 1e-100 to 1e100, got 5n'),
    );
    expect(() => qualityBalance([{ ...piece, load: '5' as never }], balance)).toThrow(
      new TypeError("qualityBalance: load must be a finite number ≥ 0, got '5'"),
    );
    expect(() => qualityBalance([{ ...piece, part: Symbol('part') as never }], balance)).toThrow(
      new TypeError('qualityBalance: part must be a whole number from 0 to 1, got Symbol(part)'),
    );
  });

  test('a number of a wrong type is named, whatever its type', () => {
    const calls: Readonly<Record<string, (value: never) => unknown>> = {
      'levelLoads: capacity': (capacity) => levelLoads([crowd], { ...level, capacity }),
      'levelLoads: fullRate': (fullRate) => levelLoads([crowd], { ...level, fullRate }),
      'levelLoads: growth': (growth) => levelLoads([crowd], { ...level, growth }),
      'levelLoads: count': (count) => levelLoads([{ ...crowd, count }], level),
      'levelLoads: priority': (priority) => levelLoads([{ ...crowd, priority }], level),
      'qualityBalance: columns': (columns) => qualityBalance([piece], { ...balance, columns }),
      'qualityBalance: parts': (parts) => qualityBalance([piece], { ...balance, parts }),
      'qualityBalance: capacities': (one) => qualityBalance([piece], { ...balance, capacities: [one, 1] }),
      'qualityBalance: loadShare': (loadShare) => qualityBalance([piece], { ...balance, loadShare }),
      'qualityBalance: hysteresis': (hysteresis) => qualityBalance([piece], { ...balance, hysteresis }),
      'qualityBalance: most': (most) => qualityBalance([piece], { ...balance, most }),
      'qualityBalance: part': (part) => qualityBalance([{ ...piece, part }], balance),
      'qualityBalance: load': (load) => qualityBalance([{ ...piece, load }], balance),
      'qualityBalance: mass': (mass) => qualityBalance([{ ...piece, mass }], balance),
      'staticGrid: width': (width) => staticGrid({ width, height: 1, parts: 2 }),
      'staticGrid: height': (height) => staticGrid({ width: 1, height, parts: 2 }),
      'staticGrid: parts': (parts) => staticGrid({ width: 1, height: 1, parts }),
    };
    for (const [name, call] of Object.entries(calls))
      for (const [shown, value] of Object.entries({
        "'0'": '0',
        '1n': 1n,
        'Symbol()': Symbol(),
        null: null,
      })) {
        expect(() => call(value as never)).toThrow(TypeError);
        expect(() => call(value as never)).toThrow(new RegExp(`^${name} must be .*, got ${escaped(shown)}$`));
      }
  });

  test('a list that is not an array of objects', () => {
    for (const [shown, list] of Object.entries({ 'an object': new Set([piece]), undefined, '5': 5 })) {
      expect(() => qualityBalance(list as never, balance)).toThrow(
        new TypeError(`qualityBalance: pieces must be an array, got ${shown}`),
      );
      expect(() => levelLoads(list as never, level)).toThrow(
        new TypeError(`levelLoads: crowds must be an array, got ${shown}`),
      );
    }
    expect(() => qualityBalance([piece, null as never], balance)).toThrow(
      new TypeError('qualityBalance: a piece must be an object, got null'),
    );
    expect(() => levelLoads([5 as never], level)).toThrow(
      new TypeError('levelLoads: a crowd must be an object, got 5'),
    );
  });

  test('options that are undefined count as absent', () => {
    const options = {
      ...balance,
      capacities: undefined,
      loadShare: undefined,
      hysteresis: undefined,
      most: undefined,
    };
    expect(qualityBalance([piece, piece], options as never)).toEqual(qualityBalance([piece, piece], balance));
  });
});

test('a grid of very many parts is found at once', () => {
  expect(staticGrid({ width: 1, height: 1, parts: 2 ** 32 })).toMatchObject({
    columns: 2 ** 16,
    rows: 2 ** 16,
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[()]/g, '\\$&');
}
