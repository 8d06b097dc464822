import { type RowFilter, rowsWithin } from './row-filter.ts';
import { copyRows, type FilledRows, gatherRows, type Rows, type Schema, widthOf } from './schema.ts';

/** The rows of a table at one time. */
export interface Snapshot<S extends Schema> extends FilledRows<S> {
  /** Time of the commit, in ms on the clock of the pool. */
  readonly time: number;
}

/** Reads the snapshots of a table. Keeps the newest one and the one before. */
export interface SnapshotReader<S extends Schema> {
  readonly newest: Snapshot<S> | undefined;
  readonly previous: Snapshot<S> | undefined;
  /** Whether `advance` would take a newer snapshot. */
  readonly hasNewer: boolean;
  /** Whether this thread must receive a message before it can see the next snapshot. */
  readonly needsMessage: boolean;
  /** Takes the newest snapshot. Returns false if none is newer. */
  advance(): boolean;
}

/** Passes snapshots of a table to one reader. */
export interface SnapshotWriter {
  /** Row filter of the reader; undefined: all rows. */
  filter: RowFilter | undefined;
  /** Prepares the reader for the first snapshot, with room for this number of rows. */
  open(capacity: number): void;
  /**
   * Passes a snapshot of the rows to the reader. A slow reader gets only the newest snapshots. The
   * rows may be changed after the call.
   */
  write(source: FilledRows<Schema>, time: number): void;
  /** Called when the reader has left. */
  close(): void;
  /**
   * The rows of the last write. Undefined if there is none, if it had a row filter, or if the memory
   * was transferred to the reader.
   */
  readonly written: FilledRows<Schema> | undefined;
}

/** Copies the selected rows of a table. */
export interface Copying {
  readonly count: number;
  /** Number of rows to allocate: more than `count`, so that growth is rare. */
  readonly room: number;
  readonly to: <S extends Schema>(schema: S, target: Rows<S>) => void;
}

/** Returns a copying operation for the rows that a filter selects. */
export function copyingOf(source: FilledRows<Schema>, filter: RowFilter | undefined): Copying {
  if (filter === undefined) {
    const to = <S extends Schema>(schema: S, target: Rows<S>): void => copyRows(schema, source, target);
    return { count: source.count, room: source.ids.length, to };
  }
  const rows = rowsWithin(source, filter);
  return {
    count: rows.length,
    room: Math.min(source.ids.length, 2 * rows.length + SPARE_ROWS),
    to: (schema, target) => gatherRows(schema, source, target, rows),
  };
}

/** Rows to allocate for a reader with a row filter, in addition to twice the selected rows. */
export const SPARE_ROWS = 16;

/**
 * Writes the rows at `time` to `target` and returns their number. Before the time of `after` these
 * are the rows of `before`: rows that were added later are not there yet, and rows that were
 * removed later are still there. Fields of whole numbers have the values of `before`, because a
 * value between two ids or flags has no meaning. A number of another field is interpolated if it is
 * finite in both snapshots, and otherwise has the value of `before` as well.
 */
export function interpolate<S extends Schema>(
  schema: S,
  before: Snapshot<S>,
  after: Snapshot<S>,
  time: number,
  target: Rows<S>,
): number {
  const span = after.time - before.time;
  const fraction = span > 0 ? Math.max(0, (time - before.time) / span) : 1;
  if (fraction >= 1 || fraction === 0) return copyAll(schema, fraction === 0 ? before : after, target);
  const rows = rowsAfter(before, after);
  const { count } = before;
  target.ids.set(before.ids.subarray(0, count));
  for (const [field, type] of Object.entries(schema)) {
    const from = before.columns[field] as Float32Array;
    const to = after.columns[field] as Float32Array;
    const into = target.columns[field] as Float32Array;
    const width = widthOf(type);
    if (type === 'i32' || type === 'u32' || type === 'u8') into.set(from.subarray(0, count * width));
    else mix(from, to, into, { rows, count, width, fraction, isAngle: type === 'angle' });
  }
  return count;
}

function copyAll<S extends Schema>(schema: S, source: Snapshot<S>, target: Rows<S>): number {
  copyRows(schema, source, target);
  return source.count;
}

interface Interpolation {
  /** For each row of the earlier snapshot its index in the later one; -1 if there is none. Undefined if all rows have the same indices. */
  readonly rows: Int32Array | undefined;
  /** Number of rows of the earlier snapshot. */
  readonly count: number;
  readonly width: number;
  readonly fraction: number;
  readonly isAngle: boolean;
}

function mix(from: Float32Array, to: Float32Array, into: Float32Array, mixing: Interpolation): void {
  if (mixing.rows !== undefined) mixRows(from, to, into, mixing.rows, mixing);
  else if (mixing.isAngle) mixAngles(from, to, into, mixing);
  else mixAll(from, to, into, mixing);
}

// Usually all rows have the same indices in both snapshots. Interpolating them without a search is several times as fast.
function mixAll(
  from: Float32Array,
  to: Float32Array,
  into: Float32Array,
  { count, fraction, width }: Interpolation,
): void {
  for (let i = 0; i < count * width; i++) {
    const begin = from[i]!;
    const end = to[i]!;
    into[i] = repaired(begin + (end - begin) * fraction, begin, end, fraction);
  }
}

function mixAngles(
  from: Float32Array,
  to: Float32Array,
  into: Float32Array,
  { count, fraction }: Interpolation,
): void {
  for (let i = 0; i < count; i++) {
    const begin = from[i]!;
    const end = to[i]!;
    into[i] = repaired(begin + wrapAngle(end - begin) * fraction, begin, end, fraction);
  }
}

function mixRows(
  from: Float32Array,
  to: Float32Array,
  into: Float32Array,
  rows: Int32Array,
  { isAngle, fraction, width }: Interpolation,
): void {
  for (let row = 0, i = 0; row < rows.length; row++) {
    const later = rows[row]!;
    for (let part = 0; part < width; part++, i++) {
      const begin = from[i]!;
      const end = later < 0 ? begin : to[later * width + part]!;
      const difference = isAngle ? wrapAngle(end - begin) : end - begin;
      into[i] = later < 0 ? begin : repaired(begin + difference * fraction, begin, end, fraction);
    }
  }
}

// Replaces an interpolated value that is not finite. The difference of two large numbers can
// overflow. If one of the two numbers is not finite, the earlier one is returned.
function repaired(value: number, begin: number, end: number, fraction: number): number {
  if (value - value === 0) return value;
  return Number.isFinite(begin) && Number.isFinite(end) ? begin * (1 - fraction) + end * fraction : begin;
}

function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

let found = new Int32Array(64);

function rowsAfter(before: Snapshot<Schema>, after: Snapshot<Schema>): Int32Array | undefined {
  if (areSame(before, after)) return undefined;
  if (found.length < before.count) found = new Int32Array(2 * before.count);
  const indices = indicesById(after);
  for (let row = 0; row < before.count; row++) found[row] = indices.get(before.ids[row]!) ?? -1;
  return found.subarray(0, before.count);
}

/** Whether the rows of the earlier snapshot have the same indices in the later one. */
function areSame(before: Snapshot<Schema>, after: Snapshot<Schema>): boolean {
  if (after.count < before.count) return false;
  for (let row = 0; row < before.count; row++) if (before.ids[row] !== after.ids[row]) return false;
  return true;
}

function indicesById({ count, ids }: Snapshot<Schema>): Map<number, number> {
  const indices = new Map<number, number>();
  for (let row = 0; row < count; row++) indices.set(ids[row]!, row);
  return indices;
}
