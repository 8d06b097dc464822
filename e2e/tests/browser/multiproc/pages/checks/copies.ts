import { assert } from 'chai';
import { type Check, failureOf, reasonOf, until } from './check.ts';

const numbers = Array.from({ length: 8 }, (_, i) => i);
const rows = numbers.map((number) => new Float64Array(4).fill(number));

/** Objects for another thread are copied before the code of the application can change them. */
export const copies: readonly Check[] = [
  {
    name: 'tasks whose function returns the same object have separate results',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      for (const name of ['fillScratch', 'fillScratchAsync', 'fillScratchInSteps'] as const) {
        const kind = proc.task(name);
        const outcomes = await Promise.all(numbers.map((number) => kind.submit([number]).result));
        assert.deepEqual(
          outcomes.map((outcome) => (outcome.status === 'done' ? outcome.value : undefined)),
          rows,
          name,
        );
        const called = await Promise.all(numbers.map((number) => proc.worker(0).call(name, [number])));
        assert.deepEqual(called, rows, `call of ${name}`);
      }
    },
  },
  {
    name: 'the object that a promise resolves to is copied before another task changes it',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const later = numbers.map((number) => proc.worker(0).call('fillScratchLater', [2, number]));
      const others = numbers.map((number) => proc.task('fillScratch').submit([-1 - number]).result);
      assert.deepEqual(await Promise.all(later), rows);
      await Promise.all(others);
    },
  },
  {
    name: 'an object in an error is copied before another task changes it',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const tasks = numbers.map((number) => proc.task('throwScratch').submit([number]));
      const failures = (await Promise.all(tasks.map(failureOf))) as (Error & { scratch: unknown })[];
      assert.deepEqual(
        failures.map(({ scratch }) => scratch),
        rows,
      );
    },
  },
  {
    name: 'an object is copied when it is published, for present and for late subscribers',
    async run({ start }) {
      const proc = await start({ workers: 2 });
      const [all, newest, late, own]: unknown[][] = [[], [], [], []];
      proc.subscribe('scratch', (value) => all!.push(value));
      proc.subscribe('newest scratch', (value) => newest!.push(value));
      await proc.worker(0).call('publishScratch', ['scratch', 8, 'all']);
      await proc.worker(0).call('publishScratch', ['newest scratch', 8, 'newest']);
      await until(() => all!.length === 8 && newest!.length === 1);
      proc.subscribe('own', (value) => own!.push(value));
      const list = [1];
      for (const retention of ['all', 'newest'] as const) {
        const topic = retention === 'all' ? 'own' : 'late';
        list[0] = 1;
        proc.publish(topic, list, { retention });
        list[0] = 2;
      }
      await until(() => own!.length === 1);
      proc.subscribe('late', (value) => late!.push(value));
      await until(() => late!.length === 1);
      assert.deepEqual(all, rows);
      assert.deepEqual(newest, rows.slice(-1));
      assert.deepEqual([own, late], [[[1]], [[1]]]);
    },
  },
  {
    name: 'the state of an entity is copied when it is released',
    async run({ start }) {
      const proc = await start();
      const robots = proc.entities<unknown[], unknown>('robots', {
        release() {
          const state = ['released'];
          queueMicrotask(() => state.push('changed afterwards'));
          return state;
        },
        adopt: () => {},
        apply: () => {},
      });
      const id = proc.nextId();
      robots.own(id);
      robots.migrate(id, 0);
      await until(async () => (await proc.worker(0).call('robot', [id])) !== undefined);
      assert.deepEqual(await proc.worker(0).call('robot', [id]), ['released']);
    },
  },
  {
    name: 'publishing a value that cannot be copied throws an error',
    async run({ start, reportedErrors }) {
      const proc = await start();
      assert.throws(() => proc.publish('functions', () => {}), /cloned/);
      assert.throws(() => proc.publish('functions', { within: () => {} }), /cloned/);
      assert.match(
        String(await reasonOf(proc.worker(0).call('publishFunction', ['words']))),
        /DataCloneError/,
      );
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'arguments of calls and of nested tasks are copied immediately',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const one = [1];
      const sum = proc.worker(0).call('sumOf', [one]);
      one[0] = 2;
      assert.equal(await sum, 1);
      assert.deepEqual(await proc.worker(0).call('sumScratch', [8]), numbers);
    },
  },
];
