import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Border } from './border.ts';

test('after any moves, a border has the same possible moves as a new border of the resulting map', () => {
  const columns = 5;
  const parts = 4;
  const owners = fc.array(fc.nat(parts - 1), { minLength: 1, maxLength: 24 });
  const moves = fc.array(fc.tuple(fc.nat(23), fc.nat(parts - 1)), { maxLength: 30 });
  fc.assert(
    fc.property(owners, moves, (before, given) => {
      const border = new Border(before, columns, parts);
      const after = [...before];
      for (const [piece, part] of given.filter(([index]) => index < before.length)) {
        border.move(piece, part);
        after[piece] = part;
      }
      expect(movesOf(border)).toEqual(movesOf(new Border(after, columns, parts)));
      expect(after.map((_, piece) => border.ownerOf(piece))).toEqual(after);
    }),
  );
});

test('a piece can move to the owners of the pieces beside it, but not across the edge of the map', () => {
  const border = new Border([0, 0, 1, /**/ 2, 0, 1], 3, 4);
  const [, one, two] = movesOf(border).map((moves) =>
    moves.map((move) => `${border.pieceOf(move)} to ${border.partOf(move)}`),
  );
  expect(one).toEqual(['0 to 2', '1 to 1', '2 to 0', '4 to 1', '4 to 2', '5 to 0']);
  expect(two).toEqual(['3 to 0']);
});

/**
 * First the moves to parts without pieces, then the moves to parts that own 1, 2, 3 and 4 neighbors
 * of the piece.
 */
function movesOf(border: Border): number[][] {
  const moves = [
    border.movesToEmpty((part) => part),
    ...[1, 2, 3, 4].map((neighbors) => border.movesTo(neighbors)),
  ];
  return moves.map((some) => [...some].toSorted((one, other) => one - other));
}

test('of the parts without pieces that have the same kind, only the first one can receive a piece', () => {
  const border = new Border([0, 0, 2], 3, 6);
  const moves = [...border.movesToEmpty((part) => part % 2)];
  expect(moves.map((move) => [border.pieceOf(move), border.partOf(move)])).toEqual(
    [0, 1, 2].flatMap((piece) => [
      [piece, 1],
      [piece, 4],
    ]),
  );
});
