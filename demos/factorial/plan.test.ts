import { expect, test } from 'vitest';
import { readPlan } from './plan.ts';

test('the query of an address gives the plan; missing parts stay undefined', () => {
  expect(readPlan('?n=5000&workers=0,1,16&rounds=3')).toEqual({ n: 5000, workers: [0, 1, 16], rounds: 3 });
  expect(readPlan('?n=7')).toEqual({ n: 7 });
  expect(readPlan('')).toEqual({});
});

test.each(['?n=0', '?n=much', '?n=2.5', '?n=', '?workers=', '?workers=1,,2', '?workers=-1', '?rounds=0'])(
  '%s is rejected with an error that names the parameter',
  (query) => {
    const [, name] = /\?(\w+)=/.exec(query)!;
    expect(() => readPlan(query)).toThrow(new RegExp(`^\\?${name}= must be a whole number`));
  },
);
