import { warnUnknownOptions } from '../checks/warn-unknown-options.ts';
import { checkObject } from '../checks/check-object.ts';
import { checkOptions } from '../checks/check-options.ts';
import { checkParts } from './check-parts.ts';
import { displayValue } from '../checks/display-value.ts';
import { isNumber } from '../checks/is-number.ts';
import type { Placed } from '../policies/nearest-to.ts';
import { checkPositive } from '../checks/check-positive.ts';

/** Options of {@link staticGrid}. */
export interface StaticGridOptions {
  /** Size of the map, in the game's own unit of length; 1e-100 to 1e100. */
  readonly width: number;
  readonly height: number;
  /** Number of parts, for example one for each worker; a whole number from 1 to 1,000,000. */
  readonly parts: number;
}

/** The result of {@link staticGrid}. */
export interface Partition {
  /** Number of parts side by side. */
  readonly columns: number;
  /** Number of parts one below another. */
  readonly rows: number;
  /**
   * Returns the part of a position, counted from 0. A position outside the map belongs to the
   * nearest part. Throws a TypeError if `position` is not an object or a coordinate is not a
   * number, and a RangeError if a coordinate is NaN.
   */
  readonly partOf: (position: Placed) => number;
}

/**
 * Divides a map into equal rectangles that are as square as possible, one for each part (DOHA, WWW'12 §2.2.4).
 *
 * Throws a TypeError if a value is not a number, and a RangeError if a size is not from 1e-100 to 1e100, or `parts` is not a whole number from 1
 * to 1,000,000.
 */
export function staticGrid(options: StaticGridOptions): Partition {
  checkOptions('staticGrid: options', options);
  const { height, parts, width } = options;
  checkPositive('staticGrid: width', width);
  checkPositive('staticGrid: height', height);
  checkParts('staticGrid: parts', parts);
  warnUnknownOptions('staticGrid', options, ['width', 'height', 'parts']);
  const columns = divisorsOf(parts).reduce((best, one) => (oblong(one) < oblong(best) ? one : best));
  const rows = parts / columns;
  return {
    columns,
    rows,
    partOf(position) {
      if (position === undefined || position === null) checkObject('partOf: position', position);
      const { x, y } = position;
      if (isNumber(x) && isNumber(y)) return cell(y / height, rows) * columns + cell(x / width, columns);
      checkObject('partOf: position', position);
      const Kind = typeof x === 'number' && typeof y === 'number' ? RangeError : TypeError;
      throw new Kind(`partOf: x and y must be numbers, got ${displayValue(x)} and ${displayValue(y)}`);
    },
  };

  /** A measure of the deviation of the parts from squares; 0 for squares. */
  function oblong(count: number): number {
    return Math.abs(Math.log((width / count) * (parts / count / height)));
  }
}

/** The divisors in ascending order. */
function divisorsOf(number: number): number[] {
  const [low, high]: [number[], number[]] = [[], []];
  for (let i = 1; i * i <= number; i++) {
    if (number % i !== 0) continue;
    low.push(i);
    if (i * i < number) high.unshift(number / i);
  }
  return [...low, ...high];
}

function cell(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)));
}
