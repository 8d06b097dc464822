import { checkKind } from '@doha/loop/options';
import { errorText } from '../transport/error-text.ts';
import { type FieldType, type FilledRows, type Schema, widthOf } from './schema.ts';

/**
 * A row filter: selects the rows in which each named field lies between two corners. The corners are included. Their order does not matter: `[2, 5]` and
 * `[5, 2]` select the same rows. If a field has several numbers, as a `vec2` has, each corner has the same count of numbers, and each number of the field
 * must lie between the two numbers at its position. Angles are compared as numbers. `S` is the schema of the replica. A filter may also name fields that
 * only the table has.
 */
export type RowFilter<S extends Schema = Schema> = Readonly<Record<string, Range<Numbers>>> & {
  readonly [Field in keyof S]?: Range<CornerOf<S[Field]>>;
};

type Range<Corner> = readonly [corner: Corner, opposite: Corner];

type Numbers = number | readonly number[];

type CornerOf<Type extends FieldType> = Type extends 'vec2'
  ? readonly [number, number]
  : Type extends 'vec3'
    ? readonly [number, number, number]
    : Type extends 'vec4'
      ? readonly [number, number, number, number]
      : Type extends 'mat4'
        ? readonly number[]
        : number;

/**
 * Returns a frozen copy of a filter, because the application may change its object before the
 * filter is used. Throws a TypeError if `filter` is not an object.
 */
export function copyOfFilter(filter: RowFilter): RowFilter {
  checkIsObject(filter);
  const ranges = Object.entries(filter).map(([field, range]) => [field, frozenCopy(range, frozenCopy)]);
  return Object.freeze(Object.fromEntries(ranges) as RowFilter);
}

function frozenCopy(list: unknown, copy: (element: unknown) => unknown = (element) => element): unknown {
  const isList = Array.isArray(list) || ArrayBuffer.isView(list);
  return isList ? Object.freeze(Array.from(list as ArrayLike<unknown>, (element) => copy(element))) : list;
}

function checkIsObject(filter: unknown): void {
  checkKind('within', typeof filter === 'object' && filter !== null, 'an object', filter);
}

/**
 * Throws a TypeError if a filter names an unknown field, or if a corner does not have as many
 * numbers as its field. Throws a RangeError if a number is NaN.
 */
export function checkFilter(schema: Schema, filter: RowFilter): void {
  checkIsObject(filter);
  for (const [field, range] of Object.entries(filter)) {
    if (!Object.hasOwn(schema, field)) throw new TypeError(`within: ${field} must be a field of the table`);
    const width = widthOf(schema[field]!);
    if (!areCorners(range, width))
      throw new TypeError(
        `within: ${field} must be two corners of ${width} number${width === 1 ? '' : 's'} each, got ${rangeText(range)}`,
      );
    if (range.some((corner) => numbersOf(corner).some(Number.isNaN)))
      throw new RangeError(`within: ${field} must have no NaN in its corners, got ${rangeText(range)}`);
  }
}

function areCorners(range: unknown, width: number): boolean {
  return (
    Array.isArray(range) && range.length === 2 && range.every((corner) => isCorner(corner as Numbers, width))
  );
}

function isCorner(corner: Numbers, width: number): boolean {
  const numbers = numbersOf(corner);
  return numbers.length === width && numbers.every((number) => typeof number === 'number');
}

/** Returns the indices of the selected rows. The next call overwrites the array. */
export function rowsWithin(source: FilledRows<Schema>, filter: RowFilter): Uint32Array {
  if (chosen.length < source.count) chosen = new Uint32Array(2 * source.count);
  for (let row = 0; row < source.count; row++) chosen[row] = row;
  let count = source.count;
  for (const [field, [corner, opposite]] of Object.entries(filter)) {
    const [from, to] = [numbersOf(corner), numbersOf(opposite)];
    for (let part = 0; part < from.length; part++)
      count = keepWithin(
        source.columns[field]!,
        {
          part,
          width: from.length,
          from: Math.min(from[part]!, to[part]!),
          to: Math.max(from[part]!, to[part]!),
        },
        count,
      );
  }
  return chosen.subarray(0, count);
}

interface Bounds {
  readonly part: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

function keepWithin(column: ArrayLike<number>, { from, part, to, width }: Bounds, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = chosen[i]!;
    const value = column[row * width + part]!;
    if (value >= from && value <= to) chosen[kept++] = row;
  }
  return kept;
}

let chosen = new Uint32Array(64);

function rangeText(range: unknown): string {
  return Array.isArray(range) ? `[${range.map(rangeText).join(', ')}]` : errorText(range);
}

function numbersOf(corner: Numbers): readonly number[] {
  return typeof corner === 'object' && corner !== null ? corner : [corner];
}
