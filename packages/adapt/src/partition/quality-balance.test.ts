import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Piece, qualityBalance } from './quality-balance.ts';

describe('qualityBalance', () => {
  const columns = 8;
  const map = (piece: (column: number, row: number) => Omit<Piece, 'part'>): Piece[] =>
    Array.from({ length: 4 * columns }, (_, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      return { part: column < 4 ? 0 : 1, ...piece(column, row) };
    });

  test('moves nothing if all parts are balanced', () => {
    expect(
      qualityBalance(
        map(() => ({ load: 1, mass: 1 })),
        { columns, parts: 2 },
      ),
    ).toEqual([]);
  });

  test('moves pieces although loads are balanced, if all important entities are in one part', () => {
    const pieces = map((column) => ({ load: 1, mass: column === 2 || column === 3 ? 1 : 0 }));
    const [first] = qualityBalance(pieces, { columns, parts: 2 });
    expect(first!.to).toBe(1);
    expect(first!.piece % columns).toBe(3); // a piece beside the other part
    expect(qualityBalance(pieces, { columns, parts: 2, loadShare: 1 })).toEqual([]);
  });

  test('reduces the imbalance with each call, and finds no more moves after at most 500 calls', () => {
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
          const moves = qualityBalance(pieces, { columns: 4, parts });
          if (moves.length === 0) break;
          expect(moves.length).toBeLessThanOrEqual(4);
          for (const { piece, to } of moves) pieces = pieces.with(piece, { ...pieces[piece]!, part: to });
          const after = imbalance(pieces, parts);
          expect(after).toBeLessThan(before);
          before = after;
        }
      }),
    );
  });

  test('balances thousands of small pieces, and moves only pieces near the border', () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({
      part: i % 1000 < 500 ? 0 : 1,
      load: i % 1000 < 500 ? 2 : 1,
      mass: 1,
    }));
    const options = { columns: 1000, parts: 2, loadShare: 1, maxMoves: 100 };
    let pieces = many;
    for (let turn = 0; turn < 20; turn++) {
      for (const { piece, to } of qualityBalance(pieces, options))
        pieces = pieces.with(piece, { ...pieces[piece]!, part: to });
    }
    const loadOf = (part: number): number =>
      pieces.filter((piece) => piece.part === part).reduce((sum, { load }) => sum + load, 0);
    expect(Math.abs(loadOf(0) - loadOf(1)) / 4500).toBeLessThan(0.06);
    // Both parts are still connected: moves are at the border.
    const strays = pieces.filter(({ part }, i) =>
      i % 1000 < 300 ? part === 1 : i % 1000 >= 500 && part === 0,
    );
    expect(strays).toEqual([]);
  });

  test('can move thousands of pieces in one call', () => {
    // If each move examined the whole map, this would take minutes and exceed the time limit of the test.
    const side = 400;
    const pieces = Array.from({ length: side * side }, (_, i) => ({
      part: i % side < 40 ? 0 : 1,
      load: 1,
      mass: 1,
    }));
    const moves = qualityBalance(pieces, { columns: side, parts: 2, hysteresis: 0.01, maxMoves: 40_000 });
    expect(moves.every(({ to }) => to === 0)).toBe(true);
    expect(moves.length).toBe(40_000);
  });

  test('balances loads in proportion to capacities, which must be positive', () => {
    let pieces: Piece[] = Array.from({ length: 300 }, (_, i) => ({
      part: i < 150 ? 0 : 1,
      load: 1,
      mass: 1,
    }));
    const options = { columns: 300, parts: 2, capacities: [1, 3], hysteresis: 0.01, maxMoves: 10 };
    for (let turn = 0; turn < 50; turn++) {
      for (const { piece, to } of qualityBalance(pieces, options))
        pieces = pieces.with(piece, { ...pieces[piece]!, part: to });
    }
    expect(Math.abs(pieces.filter(({ part }) => part === 0).length - 75)).toBeLessThan(3);
    expect(() => qualityBalance(pieces, { ...options, capacities: [1, 0] })).toThrow(
      'capacities must be finite numbers > 0, got 0',
    );
  });

  test('throws an error unless there is one capacity for each part', () => {
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

  test('throws an error for a piece that belongs to no part', () => {
    expect(() => qualityBalance([{ part: 2, load: 1, mass: 1 }], { columns: 1, parts: 2 })).toThrow(
      new RangeError('qualityBalance: part must be a whole number from 0 to 1, got 2'),
    );
  });
});

test('a plan moves each piece at most once, never to its own part, and at most maxMoves pieces', () => {
  const amount = fc.integer({ min: 0, max: 5 });
  const piece = fc.record({ part: fc.nat(3), load: amount, mass: amount });
  const capacities = fc.option(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }));
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 16 }),
      fc.integer({ min: 1, max: 5 }),
      capacities,
      fc.constantFrom(1, 2, 4, 1000),
      fc.constantFrom(0, 0.05),
      (pieces, columns, given, maxMoves, hysteresis) => {
        const options = { columns, parts: 4, maxMoves, hysteresis };
        const plan = qualityBalance(pieces, given === null ? options : { ...options, capacities: given });
        expect(new Set(plan.map(({ piece: index }) => index)).size).toBe(plan.length);
        for (const { piece: index, to } of plan) expect(to).not.toBe(pieces[index]!.part);
        expect(plan.length).toBeLessThanOrEqual(maxMoves);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a piece that moves twice is in the plan once, with its final part, and counts as one of maxMoves', () => {
  const pieces = piecesOf([2, 3], [3, 5], [3, 3], [3, 2]);
  // Piece 1 moves to part 2 first, then to part 0.
  expect(qualityBalance(pieces, { columns: 4, parts: 4, loadShare: 1, maxMoves: 1 })).toEqual([
    { piece: 1, to: 2 },
  ]);
  expect(qualityBalance(pieces, { columns: 4, parts: 4, loadShare: 1, maxMoves: 2 })).toEqual([
    { piece: 1, to: 0 },
    { piece: 2, to: 1 },
  ]);
});

test('a piece that returns to its part is not in the plan', () => {
  const pieces = piecesOf([1, 2], [2, 4], [2, 2], [2, 1]);
  // Piece 2 moves to part 1, and back when piece 1 has left part 2.
  expect(qualityBalance(pieces, { columns: 2, parts: 3, loadShare: 1, maxMoves: 3 })).toEqual([
    { piece: 1, to: 0 },
  ]);
});

test('without a hysteresis and for any pieces, the moves end, and the next call returns none', () => {
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
        const options = { columns, parts: 4, loadShare, hysteresis: 0, maxMoves: 1000 };
        const moves = qualityBalance(pieces, options);
        const after = [...pieces];
        for (const { piece: index, to } of moves) after[index] = { ...after[index]!, part: to };
        expect(qualityBalance(after, options)).toEqual([]);
      },
    ),
  );
});

test('moves depend only on the ratios of loads, masses and capacities, however large or small they are', () => {
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

test('with loads and capacities of any size, the moves end, and the next call returns none', () => {
  const size = fc.constantFrom(5e-324, 1e-308, 1e-100, 1e-9, 1, 3, 1e9, 1e100, 1e308, Number.MAX_VALUE);
  const amount = fc.oneof(fc.constant(0), size);
  const piece = fc.record({ part: fc.nat(2), load: amount, mass: amount });
  const capacities = fc.array(size, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), capacities, (pieces, given) => {
      const options = { columns: 4, parts: 3, capacities: given, hysteresis: 0, maxMoves: 1000 };
      const moves = qualityBalance(pieces, options);
      const after = [...pieces];
      for (const { piece: index, to } of moves) after[index] = { ...after[index]!, part: to };
      expect(qualityBalance(after, options)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

/** Pieces with a part and a load each. */
function piecesOf(...pieces: readonly (readonly [part: number, load: number])[]): Piece[] {
  return pieces.map(([part, load]) => ({ part, load, mass: 0 }));
}

/** Half the mean square of the parts’ shares, summed over load and mass. */
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

test('a map may have more than a million pieces', () => {
  const count = 1_200_000;
  const piece = (i: number): Piece => ({ part: i < 0.9 * count ? 0 : 1, load: 1, mass: 0 });
  const moves = qualityBalance(
    Array.from({ length: count }, (_, i) => piece(i)),
    { columns: 1000, parts: 2 },
  );
  expect(moves.length).toBeGreaterThan(0);
});
