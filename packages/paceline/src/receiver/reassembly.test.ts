import { expect, test } from 'vitest';
import { Reassembly } from './reassembly.ts';

const one = new Uint8Array(1);

/** Assembles messages from chunks, and logs them. */
function assembly(): { readonly reassembly: Reassembly; readonly delivered: Uint8Array[] } {
  const delivered: Uint8Array[] = [];
  const deliver = (_stream: number, _isText: boolean, bytes: Uint8Array): undefined =>
    void delivered.push(bytes);
  return {
    delivered,
    reassembly: new Reassembly({
      maxMessageSize: 2 ** 26,
      reassemblyLimit: 2 ** 27,
      deliver,
      use: () => undefined,
      hold: () => true,
    }),
  };
}

function buffered(): number {
  return process.memoryUsage().arrayBuffers;
}

test('the memory of an incomplete message depends on its received bytes, not on its announced size', () => {
  const { reassembly } = assembly();
  const before = buffered();
  for (let message = 0; message < 4096; message++)
    expect(reassembly.start({ message, stream: 0, isText: false, total: 32_768 }, one)).toBeUndefined();
  expect(buffered() - before).toBeLessThan(2 ** 20);
});

test('a message of many chunks arrives unchanged, and holds no further memory', () => {
  const { delivered, reassembly } = assembly();
  const sent = Uint8Array.from({ length: 1_000_003 }, (_, i) => i % 251);
  reassembly.start({ message: 0, stream: 0, isText: false, total: sent.length }, sent.subarray(0, 1));
  for (let at = 1; at < sent.length; at += 1200) reassembly.more(0, at, sent.subarray(at, at + 1200));
  expect(delivered).toHaveLength(1);
  expect(Buffer.compare(delivered[0]!, sent)).toBe(0);
  expect(delivered[0]!.buffer.byteLength).toBe(sent.length);
});
