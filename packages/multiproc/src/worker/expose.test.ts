import { describe, expect, test } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose } from './expose.ts';

describe('expose', () => {
  test.each([
    [undefined, 'expose: functions must be an object, got undefined'],
    [null, 'expose: functions must be an object, got null'],
    [5, 'expose: functions must be an object, got 5'],
    [() => {}, 'expose: functions must be an object, got an anonymous function'],
    [{ add: () => 1, a: 5 }, 'expose: a must be a function, got 5'],
    [{ a: undefined }, 'expose: a must be a function, got undefined'],
    [[{}], 'expose: 0 must be a function, got an object (Object)'],
  ])('refuses %s', (functions, message) => {
    expect(() => expose(functions as never)).toThrow(new TypeError(message));
  });

  test('without functions serves a pool that only shares state', async () => {
    const proc = await MultiProc.start({ workers: 0, inThread: () => expose({}) });
    expect(() => proc.task('a' as never)).toThrow(
      new RangeError('task: the workers must expose a, and expose nothing'),
    );
    proc.dispose();
  });
});
