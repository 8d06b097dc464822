import { expect, test } from 'vitest';
import { transfer, transfersOf } from './transfer.ts';

const numbers = new Float64Array(2);

test.each([numbers.buffer, undefined, null, 5, 'list'])(
  'transfer refuses %s instead of an array',
  (objects) => {
    expect(() => transfer(numbers, objects as never)).toThrow(TypeError);
    expect(() => transfer(numbers, objects as never)).toThrow('transfer: objects must be an array, got');
    expect(transfersOf(numbers)).toBeUndefined();
  },
);

test.each([5, 'text', null, undefined])('transfer refuses the value %s', (value) => {
  expect(() => transfer(value as never, [])).toThrow('transfer: value must be an object, got');
});

test('objects that are added to the array later are not transferred', () => {
  const objects: Transferable[] = [numbers.buffer];
  transfer(numbers, objects);
  objects.push(new ArrayBuffer(8));
  expect(transfersOf(numbers)).toEqual([numbers.buffer]);
});
