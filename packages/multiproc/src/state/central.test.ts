import { expect, test, vi } from 'vitest';
import { Central } from './central.ts';
import { Participant } from './participant.ts';

test('while a worker leaves, a host of the main thread may move entities that are lost with it', () => {
  const onError = vi.fn<(error: unknown) => void>();
  const central = new Central(onError);
  const told: string[] = [];
  const others: string[] = [];
  const worker = central.join(0, (name) => told.push(name));
  central.join(1, (name) => others.push(name));
  const main = new Participant(central.site);
  const died: number[] = [];
  const things = main.entities<string, never>('things', {
    release: () => 'state',
    adopt: () => things.migrate(2, 'main'), // the first entity comes back, and the second one is not dead yet
    apply: () => {},
    died: (ids) => died.push(...ids),
  });
  const news = central.from(worker);
  news.ofKind('things', 'join', true);
  things.own(1);
  news.ofKind('things', 'register', 2);
  things.migrate(1, 0);
  central.leave(worker);
  expect(things.has(1)).toBe(true);
  expect(died).toEqual([2]);
  expect(others).toContain('unlink');
  expect(onError).not.toHaveBeenCalled();
  central.site.close();
});

test('an entity stays if the worker it is to move to was lost, and no error but the loss is reported', () => {
  const onError = vi.fn<(error: unknown) => void>();
  const central = new Central(onError);
  const things = new Participant(central.site).entities<string, never>('things', {
    release: () => 'state',
    adopt: () => {},
    apply: () => {},
  });
  things.own(1);
  things.migrate(1, 0);
  expect(onError.mock.calls).toEqual([
    [new RangeError('migrate: worker 0 must be there, 1 of things cannot move')],
  ]);
  central.leave(central.join(0, () => {}));
  things.migrate(1, 0);
  expect(things.has(1)).toBe(true);
  expect(onError).toHaveBeenCalledTimes(1);
  central.site.close();
});
