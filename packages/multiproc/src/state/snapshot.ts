import { type Interest, rowsWithin } from './interest.ts';
import { copyRows, type FilledRows, gatherRows, type Rows, type Schema, widthOf } from './schema.ts';

/** The rows of a table at one time. */
export interface Snapshot<S extends Schema> extends FilledRows<S> {
  /** Time of the commit, in ms on the clock of the pool. */
  readonly time: number;
}

/** Gets the newest snapshots of a table from the one that writes it; keeps the newest, and the one before. */
export interface SnapshotReader<S extends Schema> {
  readonly newest: Snapshot<S> | undefined;
  readonly previous: Snapshot<S> | undefined;
  /** Takes what has come. Returns whether there is a newer snapshot. */
  advance(): boolean;
}

/** Gives snapshots of a table to one reader. */
export interface SnapshotWriter {
  /** Which rows the reader wants; undefined: all. */
  interest: Interest | undefined;
  /**
   * Gives the rows to the reader. Where the reader is slow, what it has not taken is lost: the newest counts. The rows may be changed
   * afterwards.
   */
  write(source: FilledRows<Schema>, time: number): void;
  /** The rows that were written last, if there are all of them and this thread may still read them. */
  readonly written: FilledRows<Schema> | undefined;
}

/** Writes the rows of a table that are wanted. */
export interface Copying {
  readonly count: number;
  /** Rows for which there must be room: not only for these, so that not each time there must be more. */
  readonly room: number;
  readonly to: <S extends Schema>(schema: S, target: Rows<S>) => void;
}

/** What is to be copied of a table for who is interested in this. */
export function copyingOf(source: FilledRows<Schema>, interest: Interest | undefined): Copying {
  if (interest === undefined) {
    const to = <S extends Schema>(schema: S, target: Rows<S>): void => copyRows(schema, source, target);
    return { count: source.count, room: source.ids.length, to };
  }
  const rows = rowsWithin(source, interest);
  return {
    count: rows.length,
    room: Math.min(source.ids.length, 2 * rows.length + leastRoom),
    to: (schema, target) => gatherRows(schema, source, target, rows),
  };
}

const leastRoom = 16;

/** Writes the rows between two snapshots, at `time`, to `target`; before the first of them as it was, after the second as it is. */
export function interpolate<S extends Schema>(
  schema: S,
  before: Snapshot<S>,
  after: Snapshot<S>,
  time: number,
  target: Rows<S>,
): void {
  const span = after.time - before.time;
  const share = span > 0 ? Math.max(0, Math.min(1, (time - before.time) / span)) : 1;
  if (share === 1) return copyRows(schema, after, target);
  const rows = rowsBefore(before, after);
  const { count } = after;
  target.ids.set(after.ids.subarray(0, after.count));
  for (const [field, type] of Object.entries(schema)) {
    const to = after.columns[field] as Float32Array;
    const into = target.columns[field] as Float32Array;
    const width = widthOf(type);
    if (type === 'i32' || type === 'u32' || type === 'u8') into.set(to.subarray(0, after.count * width));
    else
      mix(before.columns[field] as Float32Array, to, into, {
        rows,
        count,
        width,
        share,
        isAngle: type === 'angle',
      });
  }
}

interface Mixing {
  /** By row of the later snapshot the one of the earlier, -1 where there is none; undefined: the same. */
  readonly rows: Int32Array | undefined;
  /** Rows of the later snapshot. */
  readonly count: number;
  readonly width: number;
  readonly share: number;
  readonly isAngle: boolean;
}

function mix(from: Float32Array, to: Float32Array, into: Float32Array, mixing: Mixing): void {
  if (mixing.rows !== undefined) mixRows(from, to, into, mixing.rows, mixing);
  else if (mixing.isAngle) mixAngles(from, to, into, mixing);
  else mixAll(from, to, into, mixing);
}

// What is in the same rows in both, as usual, is mixed without looking for it: some times as fast.
function mixAll(
  from: Float32Array,
  to: Float32Array,
  into: Float32Array,
  { count, share, width }: Mixing,
): void {
  for (let i = 0; i < count * width; i++) into[i] = from[i]! + (to[i]! - from[i]!) * share;
}

function mixAngles(from: Float32Array, to: Float32Array, into: Float32Array, { count, share }: Mixing): void {
  for (let i = 0; i < count; i++) into[i] = from[i]! + shortWay(to[i]! - from[i]!) * share;
}

function mixRows(
  from: Float32Array,
  to: Float32Array,
  into: Float32Array,
  rows: Int32Array,
  { isAngle, share, width }: Mixing,
): void {
  for (let row = 0, i = 0; row < rows.length; row++) {
    const earlier = rows[row]!;
    for (let part = 0; part < width; part++, i++) {
      const end = to[i]!;
      const begin = earlier < 0 ? end : from[earlier * width + part]!;
      const way = isAngle ? shortWay(end - begin) : end - begin;
      into[i] = earlier < 0 ? end : begin + way * share;
    }
  }
}

function shortWay(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

let found = new Int32Array(64);

function rowsBefore(before: Snapshot<Schema>, after: Snapshot<Schema>): Int32Array | undefined {
  if (areSame(before, after)) return undefined;
  if (found.length < after.count) found = new Int32Array(2 * after.count);
  const places = placesIn(before);
  for (let row = 0; row < after.count; row++) found[row] = places.get(after.ids[row]!) ?? -1;
  return found.subarray(0, after.count);
}

/** Whether the rows of the later snapshot are those of the earlier. */
function areSame(before: Snapshot<Schema>, after: Snapshot<Schema>): boolean {
  if (before.count < after.count) return false;
  for (let row = 0; row < after.count; row++) if (before.ids[row] !== after.ids[row]) return false;
  return true;
}

function placesIn({ count, ids }: Snapshot<Schema>): Map<number, number> {
  const places = new Map<number, number>();
  for (let row = 0; row < count; row++) places.set(ids[row]!, row);
  return places;
}
