import { expect, test } from 'vitest';
import { readPlan } from './plan.ts';

const defaults = { seconds: 1, rounds: 3, input: 'page' } as const;

test('the query gives a plan; missing parts have their defaults', () => {
  expect(readPlan('', defaults)).toMatchObject({ ...defaults, scenes: ['field', 'tunnel', 'filter'] });
  expect(
    readPlan('?seconds=0.5&rounds=2&input=visitor&scenes=filter,field&contestants=doha', defaults),
  ).toEqual({
    seconds: 0.5,
    rounds: 2,
    input: 'visitor',
    scenes: ['field', 'filter'],
    contestants: ['doha'],
  });
});

test.each([
  '?seconds=0',
  '?seconds=',
  '?rounds=many',
  '?input=robot',
  '?scenes=',
  '?contestants=doha,nobody',
])('%s is rejected with an error that names the parameter', (query) => {
  const [, name] = /\?(\w+)=/.exec(query)!;
  expect(() => readPlan(query, defaults)).toThrow(new RegExp(`^\\?${name}= must be`));
});
