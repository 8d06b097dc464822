/** A piece of the map, small beside a part: pieces are handed from part to part. */
export interface Piece {
  /** The part that has it, from 0. */
  readonly part: number;
  /** Work that its entities would take at their full rate, in any unit. */
  readonly load: number;
  /** The sum of their priorities: how much of what the user perceives is there. */
  readonly mass: number;
}

export interface QualityBalanceOptions {
  /** Pieces in a row of the map; they are listed row by row. */
  readonly columns: number;
  readonly parts: number;
  /** How much load counts beside priority mass, 0 to 1. Default 0.5. */
  readonly loadShare?: number;
  /**
   * A piece is handed over only if that lowers the imbalance by this: the mean square of how far parts are from their share, in shares.
   * Default 0.01: nothing goes to and fro.
   */
  readonly hysteresis?: number;
  /** Pieces that are handed over at the most. Default 4. */
  readonly most?: number;
}

/** A piece that should go to another part. */
export interface Handover {
  /** Its place in the list. */
  readonly piece: number;
  readonly to: number;
}

/**
 * Says which pieces of a map should go to other parts, so that load and priority mass are each spread alike. With load alone what matters
 * most may be all in one part, which then drops of it what others would have had time for (DOHA, WWW'12 §3.2: with two workers quality lost
 * its relation to priority). Pieces go to parts that have a piece beside them where that helps: parts stay in one piece then.
 *
 * It keeps nothing; ask it again with the pieces as they are then. Throws a RangeError if a piece is of no part.
 */
export function qualityBalance(pieces: readonly Piece[], options: QualityBalanceOptions): Handover[] {
  const { columns, hysteresis = 0.01, loadShare = 0.5, most = 4, parts } = options;
  const owners = pieces.map(({ part }) => part);
  const stray = owners.find((part) => !Number.isInteger(part) || part < 0 || part >= parts);
  if (stray !== undefined) {
    throw new RangeError(`qualityBalance: a piece must be of one of ${parts} parts, from 0, got ${stray}`);
  }
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
  const handovers: Handover[] = [];
  while (handovers.length < most) {
    const next = bestHandover(owners, measures, columns, hysteresis);
    if (next === undefined) break;
    for (const { perPart, shares } of measures) {
      perPart[owners[next.piece]!]! -= shares[next.piece]!;
      perPart[next.to]! += shares[next.piece]!;
    }
    owners[next.piece] = next.to;
    handovers.push(next);
  }
  return handovers;
}

/** Load or mass, counted in what a part should have. */
interface Measure {
  readonly weight: number;
  /** By piece. */
  readonly shares: readonly number[];
  readonly perPart: number[];
}

function measureOf(
  amounts: readonly number[],
  owners: readonly number[],
  parts: number,
  weight: number,
): Measure {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const shares = amounts.map((amount) => (total > 0 ? (amount * parts) / total : 0));
  const perPart = Array.from({ length: parts }, () => 0);
  for (const [piece, share] of shares.entries()) perPart[owners[piece]!]! += share;
  return { weight, shares, perPart };
}

function bestHandover(
  owners: readonly number[],
  measures: readonly Measure[],
  columns: number,
  hysteresis: number,
): Handover | undefined {
  let best: Handover | undefined;
  let bestGain = hysteresis;
  let bestIsBeside = false;
  for (const [piece, owner] of owners.entries()) {
    const beside = new Set(neighbours(piece, columns, owners.length).map((other) => owners[other]));
    for (let to = 0; to < measures[0]!.perPart.length; to++) {
      const isBeside = beside.has(to);
      const gain = gainOf(piece, owner, to, measures);
      if (to === owner || gain < hysteresis || isBeside < bestIsBeside) continue;
      if (isBeside === bestIsBeside && gain <= bestGain) continue;
      [best, bestGain, bestIsBeside] = [{ piece, to }, gain, isBeside];
    }
  }
  return best;
}

/** By how much a handover lowers the imbalance. */
function gainOf(piece: number, from: number, to: number, measures: readonly Measure[]): number {
  return measures.reduce((sum, { perPart, shares, weight }) => {
    const share = shares[piece]!;
    return sum + (weight * 2 * share * (perPart[from]! - perPart[to]! - share)) / perPart.length;
  }, 0);
}

function neighbours(piece: number, columns: number, count: number): number[] {
  const column = piece % columns;
  return [
    ...(column > 0 ? [piece - 1] : []),
    ...(column < columns - 1 ? [piece + 1] : []),
    ...[piece - columns, piece + columns].filter((other) => other >= 0 && other < count),
  ];
}
