import { expect, test } from 'vitest';
import { slugOf } from './machine-slug.ts';

test('the name of a machine becomes a part of a file name', () => {
  expect(slugOf('2 Intel(R) Xeon(R) Processor @ 2.80GHz')).toBe('2-intel-xeon-processor-2-80ghz');
  expect(slugOf('My laptop')).toBe('my-laptop');
  expect(slugOf('™')).toBe('unknown');
});
