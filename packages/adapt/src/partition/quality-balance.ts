import { warnUnknownOptions } from '../checks/warn-unknown-options.ts';
import { checkOptions } from '../checks/check-options.ts';
import { Border } from './border.ts';
import { checkArray } from '../checks/check-array.ts';
import { checkMembers } from '../checks/check-members.ts';
import { checkParts } from './check-parts.ts';
import { scaleToLargest } from './scale-to-largest.ts';
import { checkNumber } from '../checks/check-number.ts';

/** A piece of the map, the unit that moves from one part to another. A piece should be small compared with a part. */
export interface Piece {
  /** The part that owns the piece, counted from 0. */
  readonly part: number;
  /** The work that the entities of the piece would need at their full update rate, in any unit; ≥ 0. */
  readonly load: number;
  /** The sum of the priorities of these entities; ≥ 0. */
  readonly mass: number;
}

/** Options of {@link qualityBalance}. */
export interface QualityBalanceOptions {
  /** Number of pieces in a row of the map; ≥ 1. Pieces are listed row by row. */
  readonly columns: number;
  /** Number of parts; a whole number from 1 to 1,000,000. */
  readonly parts: number;
  /**
   * The capacity of each part in any unit; one number > 0 for each part. The target share of a part is proportional to its capacity. A capacity below a
   * millionth of the mean counts as a millionth of the mean. Default: equal capacities.
   */
  readonly capacities?: readonly number[] | undefined;
  /** Weight of load, 0 to 1; the weight of mass is 1 - loadShare. Default 0.5. */
  readonly loadShare?: number | undefined;
  /**
   * A piece moves only if its part exceeds the receiving part by at least this much when half of
   * the piece counts as moved. This prevents pieces from moving back and forth. Unit: the mean
   * share of a part; ≥ 0, default 0.05.
   */
  readonly hysteresis?: number | undefined;
  /** Greatest number of pieces that move in one call; ≥ 0, default 4. The time for each move is proportional to the length of the borders between parts. */
  readonly maxMoves?: number | undefined;
}

/** A piece that should move to another part. */
export interface PieceMove {
  /** Index of the piece in the list. */
  readonly piece: number;
  /** The new part of the piece. */
  readonly to: number;
}

/**
 * Chooses pieces of a map that move to other parts, so that both load and priority mass are balanced. Balancing load alone is not enough: if one part has
 * all important entities, it drops important updates while other parts have time left (DOHA, WWW'12 §3.2: with two workers, quality lost
 * its relation to priority). A piece moves to a part that owns neighboring pieces, preferably many, so that parts stay connected.
 *
 * The result contains each piece at most once, and never with its current part.
 *
 * The function keeps no state. Call it again when loads or priorities have changed.
 *
 * Throws a TypeError if a list is not an array, a piece is not an object, or a value is not a number. Throws a RangeError if a piece belongs to no part, if
 * `capacities` does not contain one finite number > 0 for each part, or if another number is out of its range.
 */
export function qualityBalance(pieces: readonly Piece[], options: QualityBalanceOptions): PieceMove[] {
  checkOptions('qualityBalance: options', options);
  const { capacities, columns, hysteresis = 0.05, loadShare = 0.5, maxMoves = 4, parts } = options;
  check(pieces, { columns, hysteresis, loadShare, maxMoves, parts });
  const relativeCapacities = relativeCapacitiesOf(capacities, parts);
  warnUnknownOptions('qualityBalance', options, NAMES);
  const owners = pieces.map(({ part }) => part);
  const measures = [
    measureOf(
      pieces.map(({ load }) => load),
      owners,
      parts,
      loadShare,
    ),
    measureOf(
      pieces.map(({ mass }) => mass),
      owners,
      parts,
      1 - loadShare,
    ),
  ];
  const border = new Border(owners, columns, parts);
  const moved = new Set<number>();
  while (moved.size < maxMoves) {
    const next = bestMove(border, measures, { hysteresis, relativeCapacities });
    if (next === undefined) break;
    const { piece, to } = next;
    for (const { perPart, perPiece } of measures) {
      perPart[border.ownerOf(piece)]! -= perPiece[piece]!;
      perPart[to]! += perPiece[piece]!;
    }
    border.move(piece, to);
    // A later move can move a piece again, even back to its owner. The result contains only its final part.
    if (to === owners[piece]) moved.delete(piece);
    else moved.add(piece);
  }
  return Array.from(moved, (piece) => ({ piece, to: border.ownerOf(piece) }));
}

const NAMES = [
  'columns',
  'parts',
  'capacities',
  'loadShare',
  'hysteresis',
  'maxMoves',
] as const satisfies readonly (keyof QualityBalanceOptions)[];

type Numbers = Readonly<Record<Exclude<keyof QualityBalanceOptions, 'capacities'>, number>>;

function check(pieces: readonly Piece[], { columns, hysteresis, loadShare, maxMoves, parts }: Numbers): void {
  checkNumber('qualityBalance: columns', columns, 'a whole number ≥ 1', isCount);
  checkParts('qualityBalance: parts', parts);
  checkNumber(
    'qualityBalance: loadShare',
    loadShare,
    'a number from 0 to 1',
    (share) => share >= 0 && share <= 1,
  );
  checkNumber('qualityBalance: hysteresis', hysteresis, 'a number ≥ 0', isNotNegative);
  checkNumber('qualityBalance: maxMoves', maxMoves, 'a whole number ≥ 0 or Infinity', isNumberOfMoves);
  checkArray('qualityBalance: pieces', pieces);
  checkMembers('qualityBalance: a piece', pieces);
  const isPart = (part: number): boolean => Number.isInteger(part) && part >= 0 && part < parts;
  for (const { load, mass, part } of pieces) {
    checkNumber('qualityBalance: part', part, `a whole number from 0 to ${parts - 1}`, isPart);
    checkNumber('qualityBalance: load', load, 'a finite number ≥ 0', isAmount);
    checkNumber('qualityBalance: mass', mass, 'a finite number ≥ 0', isAmount);
  }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;
const isNotNegative = (value: number): boolean => value >= 0;
const isNumberOfMoves = (value: number): boolean =>
  value === Infinity || (Number.isInteger(value) && value >= 0);
const isAmount = (value: number): boolean => value >= 0 && value < Infinity;

/** Load or mass, in units of the mean amount of a part. */
interface Measure {
  readonly weight: number;
  /** The amount of each piece. */
  readonly perPiece: readonly number[];
  readonly perPart: number[];
}

function measureOf(
  amounts: readonly number[],
  owners: readonly number[],
  parts: number,
  weight: number,
): Measure {
  const sizes = scaleToLargest(amounts);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const perPiece = sizes.map((size) => (total > 0 ? (size * parts) / total : 0));
  const perPart = Array.from({ length: parts }, () => 0);
  for (const [piece, share] of perPiece.entries()) perPart[owners[piece]!]! += share;
  return { weight, perPiece, perPart };
}

interface Rules {
  readonly hysteresis: number;
  /** Relative capacity of each part: 1 on average, at least {@link minRelativeCapacity}. */
  readonly relativeCapacities: readonly number[];
}

function relativeCapacitiesOf(capacities: readonly number[] | undefined, parts: number): number[] {
  const given = capacities === undefined ? Array.from({ length: parts }, () => 1) : capacities;
  checkArray('qualityBalance: capacities', given);
  if (given.length !== parts) {
    const kind = `one number for each of ${parts} parts`;
    throw new RangeError(`qualityBalance: capacities must be ${kind}, got ${given.length}`);
  }
  for (const capacity of given)
    checkNumber('qualityBalance: capacities', capacity, 'finite numbers > 0', isCapacity);
  const sizes = scaleToLargest(given);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / parts;
  return sizes.map((size) => Math.max(size / mean, minRelativeCapacity));
}

const isCapacity = (value: number): boolean => value > 0 && value < Infinity;

/** Loads are divided by relative capacities. A smaller divisor would turn rounding errors into loads. */
const minRelativeCapacity = 1e-6;

/** The best move to a part that owns as many pieces beside the piece as possible; undefined if no move is worthwhile. */
function bestMove(border: Border, measures: readonly Measure[], rules: Rules): PieceMove | undefined {
  for (const neighbors of [4, 3, 2, 1]) {
    const best = bestOf(border.movesTo(neighbors), border, measures, rules);
    if (best !== undefined) return best;
  }
  const empty = border.movesToEmpty((part) => rules.relativeCapacities[part]); // the gain is equal for parts of equal relative capacity
  return bestOf(empty, border, measures, rules);
}

/** The move with the largest gain; of equal ones, the move of the first piece to the first part. */
function bestOf(
  moves: Iterable<number>,
  border: Border,
  measures: readonly Measure[],
  { hysteresis, relativeCapacities }: Rules,
): PieceMove | undefined {
  let best: number | undefined;
  let bestGain = 0;
  for (const move of moves) {
    const piece = border.pieceOf(move);
    const { remainingDifference, gain } = effectOf(
      piece,
      border.ownerOf(piece),
      border.partOf(move),
      measures,
      relativeCapacities,
    );
    // Even without a hysteresis, each move must reduce an imbalance: otherwise pieces would move back and forth forever.
    if (remainingDifference < hysteresis || remainingDifference <= negligible || gain < bestGain) continue;
    if (gain === bestGain && (best === undefined || move > best)) continue;
    [best, bestGain] = [move, gain];
  }
  return best === undefined ? undefined : { piece: border.pieceOf(best), to: border.partOf(best) };
}

/**
 * `remainingDifference` of a move must exceed this number. The share of the piece, multiplied by the
 * number of pieces, must exceed it as well. Smaller amounts may be rounding errors.
 */
const negligible = 1e-6;

/**
 * The effect of a move. `gain`: reduction of the imbalance. `remainingDifference`: difference between the giving and the receiving
 * part after half of the move, in units of the mean share of a part.
 */
function effectOf(
  piece: number,
  from: number,
  to: number,
  measures: readonly Measure[],
  relativeCapacities: readonly number[],
): { readonly gain: number; readonly remainingDifference: number } {
  let gain = 0;
  let moved = 0;
  for (const { perPart, perPiece, weight } of measures) {
    const share = weight * perPiece[piece]!;
    const half = perPiece[piece]! / 2;
    gain +=
      share *
      ((perPart[from]! - half) / relativeCapacities[from]! - (perPart[to]! + half) / relativeCapacities[to]!);
    moved += share;
  }
  const pieces = measures[0]!.perPiece.length;
  return { gain, remainingDifference: pieces * moved > negligible ? gain / moved : 0 };
}
