import { describe, expect, type Mock, test, vi } from 'vitest';
import { deliver } from '../transport/remote-methods.ts';
import { Hub } from './hub.ts';
import type { Entities, EntityHost } from '../entities/entities.ts';
import { IdRanges } from './ids.ts';
import { SharedState } from './shared-state.ts';
import { Peer } from './peer.ts';
import { WakeSignal } from '../tables/wake-signal.ts';

test('a call of migrate has no effect on an entity that is being lost with its worker', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const hub = new Hub(onError);
  const received: string[] = [];
  const others: string[] = [];
  const worker = hub.join(0, (name) => received.push(name));
  hub.join(1, (name) => others.push(name));
  const main = new SharedState(hub.peer);
  const died: number[] = [];
  const things = main.entities<string, never>('things', {
    release: () => 'state',
    adopt: () => things.migrate(2, 'main'), // the first entity comes back, and the second one is not dead yet
    apply: () => {},
    died: (ids) => died.push(...ids),
  });
  const methods = hub.methodsFor(worker);
  methods.ofKind('things', 'join', true);
  things.own(1);
  methods.ofKind('things', 'register', 2);
  things.migrate(1, 0);
  await Promise.resolve();
  hub.leave(worker);
  expect(things.has(1)).toBe(true);
  expect(died).toEqual([2]);
  expect(others).toContain('unlink');
  expect(onError).not.toHaveBeenCalled();
  hub.peer.close();
});

test('the loss of a worker ends only the waits for its tables', () => {
  const hub = new Hub(() => {});
  const [writer, reader] = [0, 1].map((index) => hub.methodsFor(hub.join(index, () => {})));
  const [lost, kept, left] = [1, 2, 3].map(() => new WakeSignal());
  writer!.announce('\0table lost');
  writer!.announce('\0table withdrawn');
  writer!.announce('\0table left');
  writer!.withdraw('\0table withdrawn');
  writer!.subscribe('\0table lost', 0, kept!.memory); // its own table
  reader!.subscribe('\0table lost', 0, lost!.memory);
  reader!.subscribe('\0table withdrawn', 0, kept!.memory);
  reader!.subscribe('\0table left', 0, left!.memory);
  reader!.unsubscribe('\0table left');
  hub.leave(1);
  expect([lost, kept, left].map((signal) => [signal!.wait(0), signal!.needsMessage])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ]);
  hub.peer.close();
});

test('migrate reports a target worker that never existed, but not one that was lost, and the entity stays', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const hub = new Hub(onError);
  const things = new SharedState(hub.peer).entities<string, never>('things', {
    release: () => 'state',
    adopt: () => {},
    apply: () => {},
  });
  things.own(1);
  things.migrate(1, 0);
  await Promise.resolve();
  expect(onError.mock.calls).toEqual([
    [
      new RangeError(
        'migrate: 1 of things cannot move, because worker 0 does not exist or has not called join',
      ),
    ],
  ]);
  hub.leave(hub.join(0, () => {}));
  things.migrate(1, 0);
  await Promise.resolve();
  expect(things.has(1)).toBe(true);
  expect(onError).toHaveBeenCalledTimes(1);
  hub.peer.close();
});

describe('an entity of the main thread', () => {
  type Things = Entities<string[], string>;

  /** The main thread with entity 1, and a passive worker. */
  function open(host: (things: Things, hub: Hub, worker: number) => Partial<EntityHost<string[], string>>): {
    readonly hub: Hub;
    readonly things: Things;
    readonly states: Map<number, string[]>;
    readonly died: number[];
    readonly worker: number;
    readonly onError: Mock<(error: unknown) => void>;
  } {
    const onError = vi.fn<(error: unknown) => void>();
    const hub = new Hub(onError);
    const worker = hub.join(0, () => {});
    const states = new Map<number, string[]>();
    const died: number[] = [];
    const usual: EntityHost<string[], string> = {
      release(id) {
        const state = states.get(id)!;
        states.delete(id);
        return state;
      },
      adopt: (id, state) => states.set(id, state),
      apply: (id, what) => states.get(id)!.push(what),
      died: (ids) => died.push(...ids),
    };
    const things: Things = new SharedState(hub.peer).entities<string[], string>('things', {
      ...usual,
      release: (id) => own.release(id),
      adopt: (id, state) => own.adopt(id, state),
      apply: (id, what) => own.apply(id, what),
    });
    const own = { ...usual, ...host(things, hub, worker) };
    hub.methodsFor(worker).ofKind('things', 'join', true);
    states.set(1, []);
    things.own(1);
    return { hub, died, onError, states, things, worker };
  }

  /** The worker sends entity 7 to the main thread. */
  function receiveEntity({ hub, worker }: { readonly hub: Hub; readonly worker: number }): void {
    const methods = hub.methodsFor(worker);
    methods.ofKind('things', 'register', 7);
    methods.migrate('things', 7, 'main');
    const transfer = { id: 7, epoch: 2, state: ['born'], applied: new Map() };
    deliver(hub.peer.receivers, 'ofKind', ['things', 'receiveEntity', transfer]);
  }

  test.each([
    ['adopt', ['adopt']],
    ['apply', ['adopt', 'apply first']],
  ])('gets no further mutation once `%s` has ended the session', (ending, expected) => {
    for (const end of ['dispose', 'close'] as const) {
      const calls: string[] = [];
      const opened = open((_, hub) => {
        const call = (name: string, what = ''): void => {
          calls.push(name + what);
          if (name === ending) hub.peer[end]();
        };
        return { adopt: () => call('adopt'), apply: (_id, what) => call('apply', ` ${what}`) };
      });
      for (const what of ['first', 'second']) opened.things.mutate(7, what);
      receiveEntity(opened);
      expect(calls).toEqual(expected);
      expect(opened.onError).not.toHaveBeenCalled();
    }
  });

  test('does not leave before the `apply` that calls `migrate` has returned', async () => {
    const did: string[] = [];
    const { hub, things } = open((own) => ({
      apply() {
        own.migrate(1, 0);
        did.push('applied');
      },
      release() {
        did.push('released');
        return [];
      },
    }));
    things.mutate(1, 'change');
    await Promise.resolve();
    expect(did).toEqual(['applied', 'released']);
    hub.peer.close();
  });

  test('may be removed by `adopt`', () => {
    const opened = open((things) => ({ adopt: (id) => things.disown(id) }));
    receiveEntity(opened);
    expect([opened.things.has(7), opened.died, opened.onError.mock.calls]).toEqual([false, [], []]);
    opened.things.mutate(7, 'late'); // it is known as removed
    expect(opened.onError).not.toHaveBeenCalled();
    opened.hub.peer.close();
  });

  test('belongs to the main thread while `adopt` runs, and gets the mutations of `adopt` afterwards', () => {
    const seen: boolean[] = [];
    const opened = open((things) => ({
      adopt(id, state) {
        seen.push(things.has(id));
        things.mutate(id, 'of adopt');
        opened.states.set(id, state);
      },
    }));
    receiveEntity(opened);
    expect([seen, opened.states.get(7), opened.onError.mock.calls]).toEqual([
      [true],
      ['born', 'of adopt'],
      [],
    ]);
    opened.hub.peer.close();
  });

  test('survives if `adopt` terminates the worker that has sent it', () => {
    const opened = open((_, hub, worker) => ({
      adopt(id, state) {
        hub.leave(worker);
        opened.states.set(id, state);
      },
    }));
    receiveEntity(opened);
    expect([opened.things.has(7), opened.states.has(7), opened.died]).toEqual([true, true, []]);
    opened.hub.peer.close();
  });

  test('is reported as lost if `adopt` terminates the worker that has sent it, and throws', () => {
    const opened = open((_, hub, worker) => ({
      adopt() {
        hub.leave(worker);
        throw new Error('of adopt');
      },
    }));
    receiveEntity(opened);
    expect([opened.things.has(7), opened.died]).toEqual([false, [7]]);
    expect(opened.onError.mock.calls).toEqual([[new Error('of adopt')]]);
    opened.hub.peer.close();
  });

  test('comes back if `release` terminates the target worker', async () => {
    const { hub, died, states, things } = open((_, session, worker) => ({
      release(id) {
        session.leave(worker);
        states.delete(id);
        return ['released'];
      },
    }));
    things.migrate(1, 0);
    await Promise.resolve();
    expect([things.has(1), states.get(1), died]).toEqual([true, ['released'], []]);
    things.mutate(1, 'after');
    expect(states.get(1)).toEqual(['released', 'after']);
    hub.peer.close();
  });

  test.each([true, false])('loses no mutation that `release` sends; `release` throws: %s', async (throws) => {
    const applied: string[] = [];
    const { hub, onError, things, worker } = open((own) => ({
      release(id) {
        own.mutate(id, 'of release');
        if (throws) throw new Error('of release');
        return [];
      },
      apply: (_, what) => applied.push(what),
    }));
    things.migrate(1, 0);
    await Promise.resolve();
    expect(applied).toEqual(throws ? ['of release'] : []);
    // Once the worker is lost the entity comes back, with its mutation.
    hub.leave(worker);
    expect([things.has(1), applied]).toEqual([true, ['of release']]);
    expect(onError).toHaveBeenCalledTimes(throws ? 1 : 0);
    hub.peer.close();
  });

  test('may be removed by `release`', async () => {
    const { hub, died, onError, things } = open((own) => ({
      release(id) {
        own.disown(id);
        return [];
      },
    }));
    things.migrate(1, 0);
    await Promise.resolve();
    expect([things.has(1), died, onError.mock.calls]).toEqual([false, [], []]);
    hub.peer.close();
  });
});

describe('if two threads create entities with the same id by mistake, the first entity stays', () => {
  const state = { adopt: () => {}, release: () => 0, apply: () => {} };

  test('even if the second one is removed before it is refused', () => {
    const hub = new Hub(() => {});
    const things = new SharedState(hub.peer).entities<number, string>('things', state);
    things.own(7);
    const sent: unknown[][] = [];
    const methods = hub.methodsFor(hub.join(0, (...message) => sent.push(message)));
    methods.ofKind('things', 'join', true);
    methods.ofKind('things', 'register', 7);
    methods.ofKind('things', 'remove', 7);
    sent.length = 0;
    methods.ofKind('things', 'find', 7);
    expect(sent).toEqual([['ofKind', ['things', 'owner', 7, 0, 1]]]);
    expect(things.has(7)).toBe(true);
    hub.peer.close();
  });

  test('even if it moves to the thread of the second one before the second one is refused', () => {
    const onError = vi.fn<(error: unknown) => void>();
    const peer = new Peer(() => {}, onError);
    peer.beginSession({
      thread: 1,
      index: 0,
      ids: { first: 1, length: 1 },
      began: 0,
      others: [],
      leaving: [],
    });
    const things = new SharedState(peer).entities<number, number>('things', state);
    things.own(7);
    const transfer = { id: 7, epoch: 2, state: 0, applied: new Map() };
    deliver(peer.receivers, 'ofKind', ['things', 'receiveEntity', transfer]);
    deliver(peer.receivers, 'ofKind', ['things', 'denied', 7]);
    expect(things.has(7)).toBe(true);
    expect(onError.mock.calls).toEqual([[new RangeError('own: the id of a new entity must be new, got 7')]]);
    peer.close();
  });
});

test('when all ids are handed out, pools continue without ids', () => {
  const ranges = new IdRanges();
  while (ranges.allocate(9).length > 0);
  const errors: unknown[] = [];
  const hub = new Hub((error) => errors.push(error), undefined, undefined, ranges);
  const part = new SharedState(hub.peer);
  hub.leave(hub.join(0, () => {}));
  part.table('rows', { height: 'f32' }).commit();
  expect(() => part.nextId()).toThrow(new RangeError('nextId: all ids are handed out'));
  expect(errors).toEqual([]);
  hub.peer.close();
});

test('a `died` callback that changes its list of ids does not change the list that other threads receive', () => {
  const hub = new Hub(() => {});
  const sent: unknown[][] = [];
  const [lost, other] = [hub.join(0, () => {}), hub.join(1, (...message) => sent.push(message))];
  new SharedState(hub.peer).entities('things', { died: (ids) => void (ids as number[]).splice(0) });
  hub.methodsFor(other).ofKind('things', 'join', false);
  hub.methodsFor(lost).ofKind('things', 'join', true);
  hub.methodsFor(lost).ofKind('things', 'register', 7);
  hub.leave(lost);
  expect(sent).toContainEqual(['ofKind', ['things', 'died', [7]]]);
  hub.peer.close();
});
