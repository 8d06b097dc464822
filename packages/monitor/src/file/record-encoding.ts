// The encoding of records. All numbers of the ring are restored exactly.
//
//   record    head · start · end · name · value, unless it is 0 · second value, unless it is 0
//   head      kind × 4 + (1 if there is a value) + (2 if there is a second value)
//   time      difference × 2: in ns, to the time before; or 1, and a float of 8 bytes
//   value     integer × 4; or millionths × 4 + 1; or 2, and a float of 4 bytes; or 3, and a float of 8 bytes
//
// Clocks of browsers and Node have a resolution of 1 ns to 1 ms, so most times are whole numbers of ns. Integers that can be negative are stored as 2n if
// they are not, and otherwise as -2n - 1.
import { checkNumber, mustBe } from '@doha/loop/options';
import { kindOf } from '../recording/recorded-event.ts';
import { recordSize } from '../recording/record-ring.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';

/** Greatest absolute values of times in ns, of their differences, and of other integers. They keep the stored numbers below 2⁵³. */
const [maxTime, maxDifference, maxInteger] = [2 ** 52, 2 ** 50, 2 ** 49];

/** Number of bytes of the shortest record. */
const minBytes = 4;

/**
 * Throws a RangeError if the kind or the name of a record is not a whole number from 0 to 2³⁰, or the value of a task of a pool is not a whole number.
 */
export function checkRecords(numbers: Float64Array): void {
  for (let at = 0; at < numbers.length; at += recordSize) {
    checkIndex('kind', numbers[at]!);
    checkIndex('name', numbers[at + 3]!);
    if (numbers[at] === kindOf.remote)
      checkNumber('records: the value of a task of a pool', numbers[at + 4], { min: 0, whole: true });
  }
}

/** Appends records that have been checked, `recordSize` numbers for each. */
export function encodeRecords(writer: ByteWriter, numbers: Float64Array): void {
  let ns = 0;
  for (let at = 0; at < numbers.length; at += recordSize) {
    const [kind, start, end] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
    const [name, value, second] = [numbers[at + 3]!, numbers[at + 4]!, numbers[at + 5]!];
    writer.number(kind * 4 + (Object.is(value, 0) ? 0 : 1) + (Object.is(second, 0) ? 0 : 2));
    ns = encodeTime(writer, start, ns);
    ns = encodeTime(writer, end, ns);
    writer.number(name);
    if (!Object.is(value, 0)) encodeValue(writer, value);
    if (!Object.is(second, 0)) encodeValue(writer, second);
  }
}

/** Reads `count` records. Throws a SyntaxError if the payload is too short for them, or invalid. */
export function decodeRecords(reader: ByteReader, count: number): Float64Array {
  if (count * minBytes > reader.left) throw new SyntaxError(`the chunk is too short for ${count} records`);
  const numbers = new Float64Array(count * recordSize);
  const clock = { ns: 0 };
  for (let at = 0; at < numbers.length; at += recordSize) {
    const head = reader.number();
    numbers[at] = Math.floor(head / 4);
    numbers[at + 1] = decodeTime(reader, clock);
    numbers[at + 2] = decodeTime(reader, clock);
    numbers[at + 3] = reader.number();
    if (head % 2 === 1) numbers[at + 4] = decodeValue(reader);
    if (head % 4 >= 2) numbers[at + 5] = decodeValue(reader);
  }
  return numbers;
}

function checkIndex(what: string, index: number): void {
  if (!(Number.isInteger(index) && index >= 0 && index <= 2 ** 30))
    throw new RangeError(mustBe(`records: the ${what} of a record`, 'a whole number from 0 to 2³⁰', index));
}

// Returns the time in ns, or the one before if the time is stored as a float.
function encodeTime(writer: ByteWriter, time: number, before: number): number {
  const ns = Math.round(time * 1e6);
  const isClose = Math.abs(ns) <= maxTime && Math.abs(ns - before) <= maxDifference;
  if (isClose && ns / 1e6 === time && !Object.is(ns, -0)) {
    writer.number(2 * unsigned(ns - before));
    return ns;
  }
  writer.byte(1);
  writer.float64(time);
  return before;
}

function decodeTime(reader: ByteReader, clock: { ns: number }): number {
  const code = reader.number();
  if (code === 1) return reader.float64();
  if (code % 2 === 1) throw new SyntaxError(`there is no time with the code ${code}`);
  clock.ns += signed(code / 2);
  return clock.ns / 1e6;
}

function encodeValue(writer: ByteWriter, value: number): void {
  const millionths = Math.round(value * 1e6);
  if (isShort(value)) writer.number(4 * unsigned(value));
  else if (Math.fround(value) === value) {
    writer.byte(2);
    writer.float32(value);
  } else if (isShort(millionths) && millionths / 1e6 === value) writer.number(4 * unsigned(millionths) + 1);
  else {
    writer.byte(3);
    writer.float64(value);
  }
}

function decodeValue(reader: ByteReader): number {
  const code = reader.number();
  if (code === 2) return reader.float32();
  if (code === 3) return reader.float64();
  const integer = signed(Math.floor(code / 4));
  if (code % 4 === 0) return integer;
  if (code % 4 === 1) return integer / 1e6;
  throw new SyntaxError(`there is no value with the code ${code}`);
}

function isShort(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= maxInteger && !Object.is(value, -0);
}

function unsigned(integer: number): number {
  return integer >= 0 ? 2 * integer : -2 * integer - 1;
}

function signed(integer: number): number {
  return integer % 2 === 0 ? integer / 2 : -(integer + 1) / 2;
}
