import type { ByteReader } from './byte-reader.ts';
import { numberArrays, ValueType } from './write-value.ts';

/** Reads a value that `writeValue` has written. Throws a RangeError if the bytes are invalid. */
export function readValue(reader: ByteReader): unknown {
  const type = reader.byte();
  switch (type) {
    case ValueType.undefined:
      return undefined;
    case ValueType.null:
      return null;
    case ValueType.false:
      return false;
    case ValueType.true:
      return true;
    case ValueType.whole:
      return reader.number();
    case ValueType.float:
      return reader.float64();
    case ValueType.text:
      return reader.text();
    case ValueType.utf16:
      return readUtf16(reader);
    case ValueType.bigint:
      return readBigInt(reader.text());
    case ValueType.array:
      return readAll(reader);
    case ValueType.object:
      return readObject(reader);
    case ValueType.numbers:
      return readNumbers(reader);
    case ValueType.date:
      return new Date(reader.float64());
    case ValueType.map:
      return new Map(pairsOf(readAll(reader)));
    case ValueType.set:
      return new Set(readAll(reader));
    case ValueType.error:
      return readError(reader);
    default:
      throw new RangeError(`a value of a log must have a type from 0 to 15, got ${type}`);
  }
}

function readUtf16(reader: ByteReader): string {
  const bytes = reader.bytes(2 * reader.number());
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) text += String.fromCharCode(bytes[at]! + 256 * bytes[at + 1]!);
  return text;
}

function readBigInt(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new RangeError(`a bigint of a log must consist of digits, got ${text}`);
  return BigInt(text);
}

function readAll(reader: ByteReader): unknown[] {
  const values: unknown[] = [];
  for (let left = reader.number(); left > 0; left--) values.push(readValue(reader));
  return values;
}

// `fromEntries` defines members, so that `__proto__` is one as well.
function readObject(reader: ByteReader): object {
  return Object.fromEntries(pairsOf(readAll(reader)) as [string, unknown][]);
}

function pairsOf(values: readonly unknown[]): [unknown, unknown][] {
  return Array.from({ length: values.length >> 1 }, (_, i) => [values[2 * i], values[2 * i + 1]]);
}

function readNumbers(reader: ByteReader): unknown {
  const number = reader.byte();
  const { buffer } = reader.bytes(reader.number());
  if (number === 0) return buffer;
  const type = numberArrays[number - 1];
  if (type === undefined)
    throw new RangeError(`an array of numbers of a log must have a class from 0 to 12, got ${number}`);
  return new type(buffer);
}

function readError(reader: ByteReader): Error {
  const name = reader.text();
  const error = new Error(reader.text());
  if (error.name !== name)
    Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  return error;
}
