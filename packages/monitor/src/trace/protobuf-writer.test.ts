import { expect, test } from 'vitest';
import { ProtobufWriter } from './protobuf-writer.ts';

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

// From the description of the encoding at protobuf.dev.
test('fields are encoded as in the examples of the specification', () => {
  expect(hex(new ProtobufWriter().uint(1, 150).bytes)).toBe('08 96 01');
  expect(hex(new ProtobufWriter().string(2, 'testing').bytes)).toBe('12 07 74 65 73 74 69 6e 67');
  const inner = new ProtobufWriter().uint(1, 150).bytes;
  expect(hex(new ProtobufWriter().message(3, inner).bytes)).toBe('1a 03 08 96 01');
});

test('fields with high numbers, doubles and numbers of more than 32 bits are encoded', () => {
  expect(hex(new ProtobufWriter().uint(60, 0).bytes)).toBe('e0 03 00');
  expect(hex(new ProtobufWriter().double(5, 1.5).bytes)).toBe('29 00 00 00 00 00 00 f8 3f');
  expect(hex(new ProtobufWriter().uint(1, 2 ** 53 - 1).bytes)).toBe('08 ff ff ff ff ff ff ff 0f');
});

test('a long message is written completely, and a cleared writer begins again', () => {
  const writer = new ProtobufWriter();
  const long = 'x'.repeat(10_000);
  writer.string(1, long).string(2, long);
  expect(writer.bytes.length).toBe(2 * (10_000 + 3));
  expect(hex(writer.clear().uint(1, 1).bytes)).toBe('08 01');
});
