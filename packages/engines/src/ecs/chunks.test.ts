import { EventLoop, Frame } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { addComponent, addEntity, createWorld, query, removeEntity } from 'bitecs';
import fc from 'fast-check';
import { createWorld as createKoota, trait } from 'koota';
import { describe, expect, it, test, vi } from 'vitest';
import { entityChunks } from './entity-chunks.ts';
import { rowChunks } from './row-chunks.ts';
import { runs } from '../../../runs.test.setup.ts';

const step = 1000 / 60;

/** Runs a frame whose updates take simulated time, and returns a function that makes `steps` steps. */
function stage<C extends object>(options: ConstructorParameters<typeof Frame<C>>[0]) {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(error) });
  const frame = new Frame(options);
  frame.attach(loop);
  const run = (steps = 1, budget = 5): void => frame.run({ elapsed: steps * step + 1e-9, budget });
  return { host, frame, errors, run };
}

describe('rows of typed arrays', () => {
  it('are updated in memory order, each by the time of a step', () => {
    const calls: number[][] = [];
    const { run } = stage(
      rowChunks({ count: () => 10, chunkSize: 4, update: (...call) => calls.push(call) }),
    );
    run();
    expect(calls).toEqual([
      [0, 4, step],
      [4, 8, step],
      [8, 10, step],
    ]);
  });

  it('are updated by the priority of their chunks if there is not enough time', () => {
    const updated: number[] = [];
    const { host, run } = stage(
      rowChunks({
        count: () => 40,
        chunkSize: 4,
        priority: ({ start }) => start,
        update: (start) => {
          updated.push(start);
          host.spend(1);
        },
      }),
    );
    for (let i = 0; i < 20; i++) run(1, 3);
    expect(Math.min(...updated.slice(-40))).toBeGreaterThan(20);
  });

  it('get their whole time in one update after steps that had no time for them', () => {
    const received = new Float64Array(20);
    const { frame, host, run } = stage(
      rowChunks({
        count: () => 20,
        chunkSize: 4,
        update: (start, end, elapsed) => {
          for (let row = start; row < end; row++) received[row]! += elapsed;
          host.spend(2);
        },
      }),
    );
    for (let i = 0; i < 30; i++) run(1, 3);
    run(1, 1000);
    for (const time of received) expect(time).toBeCloseTo(frame.now, 6);
  });

  it('can have ids, so that a row that fills the place of a removed one keeps its time', () => {
    const ids = Uint32Array.from({ length: 8 }, (_, i) => i);
    let count = 8;
    const received = new Float64Array(8);
    const { frame, run } = stage(
      rowChunks({
        count: () => count,
        ids: () => ids,
        chunkSize: 4,
        priority: ({ start }) => -start,
        update: (start, end, elapsed) => {
          for (let row = start; row < end; row++) received[ids[row]!]! += elapsed;
        },
      }),
    );
    run();
    for (let i = 0; i < 3; i++) run(1, 0); // only the first chunk
    expect(received[0]).toBeGreaterThan(received[7]!);
    ids[0] = ids[--count]!;
    run();
    expect(received[7]).toBeCloseTo(frame.now, 6);
    expect(received[1]).toBeCloseTo(frame.now, 6);
  });

  it('reject invalid counts, ids and options by name', () => {
    const update = (): void => {};
    expect(() => rowChunks({ count: () => 1, update, chunkSize: 0 })).toThrow(
      'rowChunks: chunkSize must be a whole number from 1 to 1000000, got 0',
    );
    expect(() => rowChunks({ count: 3 as never, update })).toThrow(
      'rowChunks: count must be a function, got 3',
    );
    const { errors, run } = stage(rowChunks({ count: () => -1, update, chunkSize: undefined }));
    run();
    expect(String(errors[0])).toContain('the result of count must be a whole number ≥ 0, got -1');
    const short = stage(rowChunks({ count: () => 3, ids: () => [1], update }));
    short.run();
    expect(String(short.errors[0])).toContain('the length of the result of ids must be a finite number ≥ 3');
  });
});

describe('entities of a query', () => {
  it('of bitECS are updated while entities come and go', () => {
    const world = createWorld();
    const Position = { x: new Float64Array(100) };
    const spawn = (): number => {
      const entity = addEntity(world);
      addComponent(world, entity, Position);
      return entity;
    };
    const entities = Array.from({ length: 10 }, spawn);
    const { frame, run } = stage(
      entityChunks({
        entities: () => query(world, [Position]),
        chunkSize: 4,
        update: (chunk, elapsed) => {
          for (const entity of chunk) Position.x[entity]! += elapsed;
        },
      }),
    );
    run();
    removeEntity(world, entities[1]!);
    run();
    expect(Position.x[entities[1]!]).toBeCloseTo(step, 6);
    for (const entity of query(world, [Position])) expect(Position.x[entity]).toBeCloseTo(frame.now, 6);
    const born = frame.now;
    const late = spawn();
    Position.x[late] = 0;
    run();
    expect(Position.x[late]).toBeCloseTo(frame.now - born, 6);
  });

  it('of koota are updated through their stores', () => {
    const world = createKoota();
    const Position = trait({ x: 0 });
    const entities = Array.from({ length: 10 }, () => world.spawn(Position));
    const chunksOf: number[][] = [];
    const { run } = stage(
      entityChunks({
        entities: () => world.query(Position),
        chunkSize: 4,
        priority: (chunk, age) => {
          chunksOf.push(chunk.entities);
          expect(chunk.first).toBe(chunk.entities[0]);
          return age;
        },
        update: (chunk, elapsed) => {
          for (const entity of chunk) entity.set(Position, { x: entity.get(Position)!.x + elapsed });
        },
      }),
    );
    run();
    entities[0]!.destroy();
    run();
    expect(chunksOf.slice(0, 3).flat()).toEqual(entities);
    expect(entities.slice(1).map((entity) => entity.get(Position)!.x)).toEqual(
      entities.slice(1).map(() => 2 * step),
    );
    world.destroy();
  });

  it('that are no list are reported with the requirement', () => {
    const { errors, run } = stage(entityChunks({ entities: () => new Set() as never, update: () => {} }));
    run();
    expect(String(errors[0])).toContain(
      'entityChunks: the result of entities must be an array or a typed array, got an object (Set)',
    );
  });

  it('receive later what an update that throws has not given to the others of their chunk', async () => {
    const rejected = vi.fn<(entities: readonly number[]) => Promise<void>>(async () => {
      throw new Error('too hot');
    });
    const list = [1, 2, 3];
    const { errors, run } = stage(entityChunks({ entities: () => list, update: rejected }));
    run();
    list.push(4, 5);
    run(2);
    run();
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(errors.map(String)).toContain('Error: too hot');
  });
});

test('each entity receives the time in which it exists, whichever chunks it is in', () => {
  const action = fc.oneof(
    fc.constant('spawn' as const),
    fc.record({ remove: fc.nat(30) }),
    fc.record({ steps: fc.integer({ min: 1, max: 3 }), budget: fc.constantFrom(0, 2, 1000) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), fc.constantFrom(1, 3), (actions, stepsPerWindow) => {
      let next = 100;
      const list = Array.from({ length: 12 }, () => next++);
      const received = new Map<number, number>(list.map((entity) => [entity, 0]));
      const bornAt = new Map<number, number>(list.map((entity) => [entity, 0]));
      const { errors, frame, host, run } = stage(
        entityChunks({
          entities: () => list,
          chunkSize: 3,
          stepsPerWindow,
          priority: ({ start }, age) => age + start,
          update: (entities, elapsed) => {
            expect(elapsed).toBeGreaterThan(0);
            for (const entity of entities) received.set(entity, received.get(entity)! + elapsed);
            host.spend(1);
          },
        }),
      );
      const runWindow = (steps: number, budget: number): void => {
        for (let i = 0; i < steps * stepsPerWindow; i++) run(1, budget);
      };
      runWindow(1, 1000);
      for (const act of actions) {
        if (act === 'spawn') {
          list.push(next);
          received.set(next, 0);
          bornAt.set(next++, frame.now);
        } else if ('remove' in act && act.remove < list.length) {
          const last = list.pop()!;
          if (act.remove < list.length) list[act.remove] = last;
        } else if ('steps' in act) runWindow(act.steps, act.budget);
      }
      runWindow(1, 1000);
      for (const entity of list) expect(received.get(entity)).toBeCloseTo(frame.now - bornAt.get(entity)!, 5);
      expect(errors).toEqual([]);
    }),
    { numRuns: runs({ gate: 100, long: 10_000 }) },
  );
});

test('after an absence, such as that of a hidden page, each row receives the time of a single step', () => {
  const calls: number[] = [];
  const { run } = stage(rowChunks({ count: () => 3, update: (...call) => calls.push(call[2]) }));
  run();
  run(600);
  expect(calls).toEqual([step, step]);
});
