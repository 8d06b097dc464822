import { expect, test } from 'vitest';
import { checkTransferables } from './check-transferables.ts';

test.each([
  [[5], 'submit: transfer[0] must be a transferable object, got 5'],
  [[new ArrayBuffer(1), null], 'submit: transfer[1] must be a transferable object, got null'],
  [[new Uint8Array(1)], 'submit: transfer[0] must be a transferable object, got an object (Uint8Array)'],
  [[{}], 'submit: transfer[0] must be a transferable object, got an object (Object)'],
  [5, 'submit: transfer must be an array, got 5'],
])('%s is refused with an error that names the argument', (objects, message) => {
  expect(() => checkTransferables('submit: transfer', objects as never)).toThrow(new TypeError(message));
});

test('buffers and ports are accepted', () => {
  const { port1, port2 } = new MessageChannel();
  expect(() => checkTransferables('submit: transfer', [new ArrayBuffer(1), port1, port2])).not.toThrow();
  port1.close();
});
