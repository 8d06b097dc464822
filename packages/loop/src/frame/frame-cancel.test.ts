import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';
import { Timer } from '../event-loop/timer.ts';

interface Thing {
  readonly name: string;
  readonly updates: number[];
}

const places = [
  'update',
  'always',
  'beforeStep',
  'priority',
  'entities',
  'onError',
  'timer',
  'task',
] as const;
type Place = (typeof places)[number];

interface Stage {
  readonly frame: Frame<Thing>;
  readonly loop: EventLoop;
  readonly entities: readonly Thing[];
  /** The names of the callbacks, in order. */
  readonly log: string[];
  readonly errors: unknown[];
  readonly run: () => void;
}

/** A game that calls `act` once, at the first call of the callback `place`. */
function stage(place: Place, act: (stage: Stage) => unknown, ways: 'run' | 'everyFrame'): Stage {
  const host = new VirtualHost();
  const entities = ['a', 'b', 'c', 'd'].map((name): Thing => ({ name, updates: [] }));
  const log: string[] = [];
  const errors: unknown[] = [];
  let calls = 0;
  let time = -5; // between two steps
  const visit = (here: Place): void => {
    log.push(here);
    if (here === place && ++calls === 1) act(all);
  };
  const loop = new EventLoop({
    host: ways === 'run' ? { now: () => host.now() } : host,
    onError: (error) => {
      errors.push(error);
      visit('onError');
    },
  });
  const frame = new Frame<Thing>({
    rate: 100,
    always: [{ name: 'player', updates: [] }],
    entities: {
      *[Symbol.iterator]() {
        yield* entities;
        visit('entities');
      },
    },
    beforeStep: () => visit('beforeStep'),
    priority: ({ name }) => {
      visit('priority');
      return name === 'a' ? 2 : 1;
    },
    update: ({ name, updates }, elapsed) => {
      updates.push(elapsed);
      if (name === 'player') return visit('always');
      if (place === 'onError' && name === 'a' && frame.stats.steps === 1) throw new Error('update');
      visit('update');
    },
  });
  frame.attach(loop);
  loop.submit(new Timer(() => visit('timer'), { after: 1 }));
  loop.submit(new Task(() => visit('task')), 1.5);
  if (ways === 'everyFrame') everyFrame(loop, { simulate: frame });
  const run =
    ways === 'run'
      ? (): void => {
          host.spend(10);
          frame.run({ elapsed: 10, budget: 10 });
        }
      : (): void => host.advanceTo((time += 10));
  const all = { frame, loop, entities, log, errors, run };
  return all;
}

const ways = ['run', 'everyFrame'] as const;

describe.each(ways)('in a frame that is driven by %s', (way) => {
  it.each(places)('loop.cancelAll in %s cancels at most the current window, and no time is lost', (place) => {
    const { entities, frame, loop, run } = stage(place, (all) => all.loop.cancelAll(), way);
    for (let i = 0; i < 5; i++) run();
    const { cancelled, lostTime, steps, submitted, updated } = frame.stats;
    expect(steps).toBe(5);
    for (const { updates } of entities) {
      expect(updates.length).toBeGreaterThanOrEqual(4);
      expect(updates.reduce((total, each) => total + each, 0)).toBeCloseTo(frame.now);
    }
    expect(submitted).toBe(updated + cancelled);
    expect(lostTime).toBe(place === 'onError' ? 10 : 0);
    expect(loop.pending).toBe(0);
  });

  it.each(places)('nothing of the frame runs after frame.dispose in %s', (place) => {
    const { errors, frame, log, run } = stage(
      place,
      (all) => {
        all.frame.dispose();
        all.log.length = 0;
      },
      way,
    );
    for (let i = 0; i < (way === 'run' ? 1 : 5); i++) run();
    // Reading the list and asking the policy continue to their end.
    const rest =
      place === 'priority' || place === 'entities' ? ['priority', 'timer', 'task'] : ['timer', 'task'];
    expect(log.filter((each) => !rest.includes(each))).toEqual([]);
    expect(errors).toHaveLength(place === 'onError' ? 1 : 0);
    expect(() => frame.tick()).toThrow('the frame is disposed');
  });
});

describe('loop.cancelAll in an update', () => {
  it('drops the other updates of the window, and counts them', () => {
    const { entities, frame, loop, run } = stage('update', () => {}, 'run');
    run();
    let dropped = 0;
    entities[1]!.updates.push = (...elapsed) => {
      dropped = loop.cancelAll();
      return Array.prototype.push.apply(entities[1]!.updates, elapsed);
    };
    run();
    expect(entities.map(({ updates }) => updates.length)).toEqual([2, 2, 1, 1]);
    expect([dropped, frame.stats.cancelled]).toEqual([1, 2]);
    delete (entities[1]!.updates as { push?: unknown }).push;
    run();
    expect(entities.map(({ updates }) => updates.at(-1))).toEqual([10, 10, 20, 20]);
  });

  it('does not affect the window if it cancels a batch', () => {
    const { entities, run } = stage('update', ({ loop }) => loop.batch().cancel(), 'run');
    run();
    expect(entities.map(({ updates }) => updates.length)).toEqual([1, 1, 1, 1]);
  });
});

describe.each(['priority', 'entities', 'minRate', 'initialAge'] as const)(
  'a frame that is ended in %s',
  (place) => {
    it.each(['the frame', 'its loop'])(
      'counts each update as made or cancelled after dispose of %s',
      (which) => {
        for (const isAdded of [false, true]) {
          const loop = new EventLoop({ host: new VirtualHost() });
          const end = (entity: object): number => {
            if (isAdded === (entity === added)) (which === 'its loop' ? loop : frame).dispose();
            return 1;
          };
          const list = [{}, {}, {}];
          const added = {};
          const entities = {
            *[Symbol.iterator]() {
              for (const entity of list) {
                if (place === 'entities') end(entity);
                yield entity;
              }
            },
          };
          const update = (): void => frame.addToWindow(added);
          const options = place === 'entities' ? {} : { [place]: end };
          const frame = new Frame<object>({ entities, priority: () => 1, update, ...options });
          frame.attach(loop);
          frame.tick();
          loop.run({ budget: 1000 });
          const { cancelled, submitted, updated } = frame.stats;
          expect(updated + cancelled).toBe(submitted);
        }
      },
    );
  },
);
