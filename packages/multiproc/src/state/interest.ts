import { checkKind } from '@doha/loop/options';
import { errorText } from '../channel/error-text.ts';
import { type FilledRows, type Schema, widthOf } from './schema.ts';

/**
 * A row filter: selects the rows in which each named field lies within its range, both ends included. A range is `[lowest, highest]`. For a field with
 * several numbers, such as a `vec2`, both ends have as many numbers.
 */
export type Interest = Readonly<Record<string, readonly [least: Numbers, most: Numbers]>>;

type Numbers = number | readonly number[];

/** A copy that cannot be changed: the application may change its object before the interest is used. Throws a TypeError if it is not an object. */
export function copyOfInterest(interest: Interest): Interest {
  checkIsObject(interest);
  const ranges = Object.entries(interest).map(([field, range]) => [field, frozenCopy(range, frozenCopy)]);
  return Object.freeze(Object.fromEntries(ranges) as Interest);
}

function frozenCopy(list: unknown, copy: (element: unknown) => unknown = (element) => element): unknown {
  const isList = Array.isArray(list) || ArrayBuffer.isView(list);
  return isList ? Object.freeze(Array.from(list as ArrayLike<unknown>, (element) => copy(element))) : list;
}

function checkIsObject(interest: unknown): void {
  checkKind('within', typeof interest === 'object' && interest !== null, 'an object', interest);
}

/** Throws a TypeError if an interest names a field that there is not, or a range has not as many numbers as its field. */
export function checkInterest(schema: Schema, interest: Interest): void {
  checkIsObject(interest);
  for (const [field, range] of Object.entries(interest)) {
    if (!Object.hasOwn(schema, field)) throw new TypeError(`within: ${field} must be a field of the table`);
    const width = widthOf(schema[field]!);
    const isRange =
      Array.isArray(range) &&
      range.length === 2 &&
      range.every((end) => numbersOf(end).length === width && !numbersOf(end).some(isNoNumber));
    if (isRange) continue;
    throw new TypeError(
      `within: ${field} must be a range between two ends of ${width} each, got ${rangeText(range)}`,
    );
  }
}

/** The rows that are wanted. They hold until the next call. */
export function rowsWithin(source: FilledRows<Schema>, interest: Interest): Uint32Array {
  if (chosen.length < source.count) chosen = new Uint32Array(2 * source.count);
  for (let row = 0; row < source.count; row++) chosen[row] = row;
  let count = source.count;
  for (const [field, [least, most]] of Object.entries(interest)) {
    const [from, to] = [numbersOf(least), numbersOf(most)];
    for (let part = 0; part < from.length; part++)
      count = keepWithin(
        source.columns[field]!,
        { part, width: from.length, from: from[part]!, to: to[part]! },
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

function isNoNumber(value: unknown): boolean {
  return typeof value !== 'number' || Number.isNaN(value);
}

function rangeText(range: unknown): string {
  return Array.isArray(range) ? `[${range.map(rangeText).join(', ')}]` : errorText(range);
}

function numbersOf(end: Numbers): readonly number[] {
  return typeof end === 'object' && end !== null ? end : [end];
}
