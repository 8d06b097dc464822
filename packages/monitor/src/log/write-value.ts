import { mustBe } from '@doha/loop/options';
import type { ByteWriter } from '../bytes/byte-writer.ts';

// A value is a byte with its type, and then its contents. The type of an array of numbers is followed by its class.

/** The types of values. */
export const ValueType = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  /** A number (varint). */
  whole: 4,
  /** 8 bytes. */
  float: 5,
  /** Length in bytes, UTF-8. */
  text: 6,
  /** Length in characters, 2 bytes each: a text with half of a surrogate pair. */
  utf16: 7,
  /** A text in base 10. */
  bigint: 8,
  /** Length, values. */
  array: 9,
  /** Number of members, names and values. */
  object: 10,
  /** Class, length in bytes, bytes. */
  numbers: 11,
  /** 8 bytes: ms. */
  date: 12,
  /** Number of entries, keys and values. */
  map: 13,
  /** Number of values, values. */
  set: 14,
  /** Name, message. */
  error: 15,
} as const;

/** A class of arrays of numbers. */
type NumberArrayClass = new (buffer: ArrayBuffer) => ArrayBufferView;

/** Classes of arrays of numbers, by their number in a log, which counts from 1: 0 is an ArrayBuffer. */
export const numberArrays: readonly NumberArrayClass[] = [
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
];

/** Deeper values are refused: they may contain themselves. */
const maxDepth = 64;

/**
 * Writes a copy of a value. The value may consist of primitives, arrays, plain objects, Map, Set, Date, Error (only name and message), ArrayBuffer, and
 * typed arrays. An object that occurs twice becomes two objects. Throws a TypeError that names `what` for other values, and for values that are nested more
 * than 64 levels deep.
 */
export function writeValue(writer: ByteWriter, what: string, value: unknown, depth = 0): void {
  if (value === undefined) return writer.byte(ValueType.undefined);
  if (value === null) return writer.byte(ValueType.null);
  if (typeof value === 'boolean') return writer.byte(value ? ValueType.true : ValueType.false);
  if (typeof value === 'number') return writeNumber(writer, value);
  if (typeof value === 'string') return writeText(writer, value);
  if (typeof value === 'bigint') {
    writer.byte(ValueType.bigint);
    return writer.text(String(value));
  }
  if (typeof value !== 'object' || depth === maxDepth) throw refused(what, value, depth);
  if (Array.isArray(value)) {
    writer.byte(ValueType.array);
    return writeAll(writer, what, value, depth);
  }
  writeObject(writer, what, value, depth);
}

function writeObject(writer: ByteWriter, what: string, value: object, depth: number): void {
  if (value instanceof ArrayBuffer) return writeNumbers(writer, 0, new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength, byteOffset } = value;
    const type = numberArrays.findIndex((one) => value instanceof one);
    if (type < 0) throw refused(what, value, depth);
    return writeNumbers(writer, type + 1, new Uint8Array(buffer, byteOffset, byteLength));
  }
  if (value instanceof Date) {
    writer.byte(ValueType.date);
    return writer.float64(value.getTime());
  }
  if (value instanceof Error) {
    writer.byte(ValueType.error);
    writer.text(value.name);
    return writer.text(value.message);
  }
  if (value instanceof Map) {
    writer.byte(ValueType.map);
    return writeAll(writer, what, [...value].flat(), depth);
  }
  if (value instanceof Set) {
    writer.byte(ValueType.set);
    return writeAll(writer, what, [...value], depth);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refused(what, value, depth);
  writer.byte(ValueType.object);
  writeAll(writer, what, Object.entries(value).flat(), depth);
}

function writeNumber(writer: ByteWriter, value: number): void {
  const isWhole = Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
  writer.byte(isWhole ? ValueType.whole : ValueType.float);
  if (isWhole) writer.number(value);
  else writer.float64(value);
}

// UTF-8 has no halves of surrogate pairs.
function writeText(writer: ByteWriter, value: string): void {
  const isWellFormed = !/\p{Surrogate}/u.test(value);
  writer.byte(isWellFormed ? ValueType.text : ValueType.utf16);
  if (isWellFormed) return writer.text(value);
  writer.number(value.length);
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    writer.byte(unit & 255);
    writer.byte(unit >> 8);
  }
}

function writeNumbers(writer: ByteWriter, type: number, bytes: Uint8Array): void {
  writer.byte(ValueType.numbers);
  writer.byte(type);
  writer.number(bytes.length);
  writer.bytes(bytes);
}

function writeAll(writer: ByteWriter, what: string, values: readonly unknown[], depth: number): void {
  writer.number(values.length);
  for (const value of values) writeValue(writer, what, value, depth + 1);
}

function refused(what: string, value: unknown, depth: number): TypeError {
  const kind =
    depth === maxDepth
      ? `nested at most ${maxDepth} levels deep`
      : 'made of primitives, arrays, plain objects, Map, Set, Date, Error and arrays of numbers';
  return new TypeError(mustBe(what, kind, value));
}
