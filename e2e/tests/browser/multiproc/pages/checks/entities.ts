import { assert } from 'chai';
import type { Entities, SharedPool, ThreadIndex } from '@doha/multiproc/shared';
import { robotHost } from '../robot-host.ts';
import type { Samples } from '../samples.worker.ts';
import { type Check, reasonOf, until } from './check.ts';

/** Entities and their ownership. */
export const entities: readonly Check[] = [
  {
    name: 'ids are unique in all threads',
    async run({ start }) {
      const proc = await start();
      const ids = Array.from({ length: 1000 }, () => proc.nextId());
      for (let i = 0; i < 3 * proc.workers; i++)
        ids.push(...(await proc.worker(i % proc.workers).call('ids', [50_000])));
      assert.equal(new Set(ids).size, ids.length);
    },
  },
  {
    name: 'entities move with all their state, and mutations arrive once and in order',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const { robots, here } = openRobots(proc);
      const places: ThreadIndex[] = ['main', ...Array.from({ length: proc.workers }, (_, i) => i)];
      const id = await proc.worker(0).call('makeRobot', ['born']);
      const calls: Promise<void>[] = [];
      for (let turn = 0; turn < 100; turn++) {
        robots.mutate(id, `main ${turn}`);
        const worker = proc.worker(turn % proc.workers);
        if (turn < 50)
          calls.push(worker.call('changeRobot', [id, [`worker ${turn % proc.workers} ${turn}`]]));
        const to = places[turn % places.length]!;
        if (turn % 2 === 0) robots.migrate(id, to);
        else calls.push(worker.call('moveRobot', [id, to]));
        if (turn % 10 === 0) await worker.call('add', [1, 1]);
      }
      await Promise.all(calls);
      await until(() => robots.has(id) || (robots.migrate(id, 'main'), false));
      await until(() => here.get(id)!.length === 151);
      const changes = here.get(id)!.map(String);
      assert.equal(changes.shift(), 'born');
      assert.equal(new Set(changes).size, changes.length);
      for (const sender of ['main', ...Array.from({ length: proc.workers }, (_, i) => `worker ${i}`)]) {
        const turns = changes
          .filter((change) => change.startsWith(sender))
          .map((change) => lastNumber(change));
        assert.deepEqual(
          turns,
          turns.toSorted((one, other) => one - other),
          sender,
        );
      }
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'moves and mutations of unknown entities, and moves to a worker that does not exist, are reported',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const { here, robots } = openRobots(proc);
      const id = proc.nextId();
      here.set(id, []);
      robots.own(id);
      robots.migrate(id, 99);
      robots.migrate(1e9, 0);
      robots.mutate(1e9, 'nobody');
      const ghosts = proc.entities<unknown[], unknown>('ghosts', robotHost(new Map(), []));
      ghosts.own(id);
      ghosts.migrate(id, 0);
      await until(() => reportedErrors.length === 4);
      assert.sameMembers(reportedErrors.map(String), [
        `RangeError: migrate: ${id} of robots cannot move, because worker 99 does not exist or has not called join`,
        'RangeError: migrate: no thread has created the entity 1000000000 of the kind robots',
        'RangeError: mutate: no thread has created the entity 1000000000 of the kind robots; its mutations wait',
        `RangeError: migrate: worker 0 must have opened ghosts with the callbacks release, adopt and apply, so ${id} cannot move there`,
      ]);
      await proc.worker(0).call('moveRobot', [id, 99]);
      await until(() => reportedErrors.length === 5);
      assert.isTrue(robots.has(id));
    },
  },
  {
    name: 'an entity that cannot be copied stays in its thread, and a mutation that cannot be copied throws an error',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const { robots, here } = openRobots(proc);
      const id = proc.nextId();
      here.set(id, [() => {}]);
      robots.own(id);
      robots.migrate(id, 0);
      await until(() => reportedErrors.length === 1);
      assert.match(String(reportedErrors[0]), /DataCloneError/);
      await proc.worker(0).call('changeRobot', [id, ['before']]);
      assert.match(
        String(await reasonOf(proc.worker(0).call('spoilRobot', [id]))),
        /(could|can) not be cloned/,
      );
      await proc.worker(0).call('changeRobot', [id, ['after']]);
      await until(() => here.get(id)!.length === 3);
      assert.deepEqual(here.get(id)!.slice(1), ['before', 'after']);
      here.set(id, ['copied']);
      robots.migrate(id, 0);
      await until(async () => (await proc.worker(0).call('robot', [id])) !== undefined);
      assert.deepEqual(await proc.worker(0).call('robot', [id]), ['copied']);
    },
  },
  {
    name: 'an entity stays in its thread if release throws an error, and a removed entity no longer exists',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const { robots, here } = openRobots(proc);
      const id = proc.nextId();
      here.set(id, ['bolted']);
      robots.own(id);
      robots.migrate(id, 0);
      await until(() => reportedErrors.length === 1);
      assert.equal((reportedErrors[0] as Error).message, `robot ${id} is bolted`);
      assert.isTrue(robots.has(id));
      here.set(id, ['free']);
      robots.migrate(id, 0);
      await until(async () => (await proc.worker(0).call('robot', [id])) !== undefined);
      await proc.worker(0).call('removeRobot', [id]);
      robots.mutate(id, 'too late');
      await proc.worker(0).call('changeRobot', [id, ['too late as well']]);
      const watched = proc.entities('ghosts');
      assert.throws(
        () => watched.own(proc.nextId()),
        TypeError,
        'this thread must have opened ghosts with the callbacks release, adopt and apply',
      );
      assert.isUndefined(await proc.worker(0).call('robot', [id]));
      assert.throws(
        () => proc.entities('robots', robotHost(here, [])),
        RangeError,
        'robots must not be open',
      );
    },
  },
  {
    name: 'entities of a lost worker are reported, and an entity on its way to the worker stays in its thread',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      const { robots, here, lost } = openRobots(proc);
      const lostEntity = await proc.worker(1).call('makeRobot', []);
      const moving = proc.nextId();
      here.set(moving, ['mine']);
      robots.own(moving);
      robots.migrate(moving, 1);
      proc.worker(1).terminate();
      await until(() => lost.length > 0);
      assert.deepEqual(lost, [lostEntity]);
      assert.isTrue(robots.has(moving));
      assert.deepEqual(here.get(moving), ['mine']);
      await until(async () => (await proc.worker(0).call('lostRobots', [])).includes(lostEntity));
      robots.mutate(moving, 'changed');
      await until(() => proc.stats.workers.length === 2);
      await proc.worker(1).call('add', [1, 1]);
      robots.migrate(moving, 1);
      await until(async () => (await proc.worker(1).call('robot', [moving])) !== undefined);
      assert.deepEqual(await proc.worker(1).call('robot', [moving]), ['mine', 'changed']);
    },
  },
];

interface Robots {
  readonly robots: Entities<unknown[], unknown>;
  /** State of the entities that this thread owns, by id. */
  readonly here: Map<number, unknown[]>;
  readonly lost: number[];
}

function openRobots(proc: SharedPool<Samples>): Robots {
  const here = new Map<number, unknown[]>();
  const lost: number[] = [];
  return { here, lost, robots: proc.entities('robots', robotHost(here, lost)) };
}

function lastNumber(text: string): number {
  return Number(text.split(' ').at(-1));
}
