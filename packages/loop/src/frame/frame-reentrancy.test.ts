import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Task } from '../event-loop/task.ts';
import { Timer } from '../event-loop/timer.ts';
import { stage, step, thing, type Thing } from './frame-stage.test.setup.ts';

describe('callbacks of a frame', () => {
  it.each(['tick', 'attach', 'run', 'addToWindow'] as const)('cannot call %s from the policy', (action) => {
    const entity = thing('entity');
    const { errors, frame, loop } = stage({
      entities: [entity],
      priority: () => {
        if (action === 'tick') frame.tick();
        if (action === 'attach') frame.attach(loop);
        if (action === 'run') frame.run({ elapsed: step, budget: 1 });
        if (action === 'addToWindow') frame.addToWindow(thing('new'));
        return 1;
      },
    });
    frame.run({ elapsed: step, budget: 1 });
    expect(errors).toEqual([
      `Frame.${action} was called from the policy, initialAge or the list of entities of the same frame`,
    ]);
    expect(frame.stats).toMatchObject({ steps: 1, submitted: 1, updated: 0 });
  });

  it.each(['tick', 'attach', 'addToWindow', 'dispose'] as const)(
    'cannot disturb addToWindow with %s while it calls the policy or initialAge',
    (action) => {
      const [entity, other] = [thing('new'), thing('other')];
      for (const callback of ['priority', 'initialAge'] as const) {
        const act = ({ name }: Thing): number => {
          if (name !== 'new' || frame.stats.windows === 0) return 1;
          if (action === 'tick') frame.tick();
          if (action === 'attach') frame.attach(loop);
          if (action === 'addToWindow') frame.addToWindow(thing('third'));
          if (action === 'dispose') frame.dispose();
          return 1;
        };
        const { errors, frame, loop } = stage({ entities: [other], [callback]: act });
        frame.tick();
        loop.submit(new Task(() => frame.addToWindow(entity)), Number.MAX_VALUE);
        loop.run({ budget: 10 });
        frame.dispose();
        const { cancelled, submitted, updated } = frame.stats;
        expect(updated + cancelled).toBeLessThanOrEqual(submitted);
        const refusal = `Frame.${action} was called from the policy, initialAge or the list of entities of the same frame`;
        expect(errors).toEqual(action === 'dispose' ? [] : [refusal]);
        expect(loop.pending).toBe(0);
      }
    },
  );

  it.each(['beforeStep', 'always', 'priority', 'update'] as const)(
    'cannot call loop.run in %s, even if the application calls both frame.run and loop.run itself',
    (place) => {
      const [entity, player] = [thing('entity'), thing('player')];
      const runIn = (here: string): void => {
        if (here === place) loop.run({ budget: 10 });
      };
      const { errors, frame, loop } = stage({
        always: [player],
        beforeStep: () => runIn('beforeStep'),
        priority: () => {
          runIn('priority');
          return 1;
        },
        entities: [entity],
        update: (updated, elapsed) => {
          updated.updates.push(elapsed);
          runIn(updated === player ? 'always' : 'update');
        },
      });
      loop.submit(new Timer(() => {}, { after: 0 })); // uses up the budget of the loop, so that `frame.run` itself makes one update
      frame.run({ elapsed: step, budget: 0 });
      expect(errors).toEqual(['EventLoop.run was called from a callback of the same loop']);
      expect([player.updates, entity.updates]).toEqual([[step], place === 'priority' ? [] : [step]]);
      loop.run({ budget: 10 });
    },
  );

  it('cannot call run of the loop while addToWindow asks the policy', () => {
    const [first, second] = [thing('first'), thing('second')];
    const { errors, frame, loop } = stage({
      entities: [first],
      priority: ({ name }) => {
        if (name === 'second') loop.run({ budget: 10 });
        return 1;
      },
    });
    frame.tick();
    loop.submit(new Task(() => loop.stop()), Number.MAX_VALUE); // runs after the ranking
    loop.run({ budget: 10 });
    loop.start();
    frame.addToWindow(second);
    expect(errors).toEqual(['EventLoop.run was called from a callback of the same loop']);
    loop.run({ budget: 10 });
    expect(first.updates).toEqual([step]);
  });

  it('can attach the frame to another loop and run that loop in an update', () => {
    const entities = [thing('first'), thing('second')];
    const { errors, frame, host, loop } = stage({
      entities,
      update(entity, elapsed) {
        entity.updates.push(elapsed);
        if (other.stats.turns > 0) return;
        frame.attach(other);
        frame.tick();
        other.run();
      },
    });
    const other = new EventLoop({ host: { now: () => host.now() } });
    frame.tick();
    loop.run();
    frame.tick();
    other.run();
    expect(errors).toEqual([]);
    for (const { updates } of entities)
      expect(updates.reduce((sum, elapsed) => sum + elapsed, 0)).toBe(3 * step);
  });

  it('cannot call run of the frame from a step', () => {
    const { errors, frame } = stage({
      beforeStep: () => frame.run({ elapsed: step, budget: 1 }),
      always: [thing('player')],
    });
    frame.run({ elapsed: step, budget: 1 });
    expect(errors).toEqual(['Frame.run was called from a step of the same frame']);
    expect([frame.stats.steps, frame.alpha]).toEqual([1, 0]);
  });

  it.each(['priority', 'entities', 'beforeStep', 'always', 'update'] as const)(
    'may dispose the frame or the loop in %s',
    (place) => {
      for (const victim of ['frame', 'loop'] as const) {
        const [a, b, player] = [thing('a'), thing('b'), thing('player')];
        const end = (here: string): void => {
          if (here === place) (victim === 'frame' ? frame : loop).dispose();
        };
        const { errors, frame, loop } = stage({
          always: [player],
          beforeStep: () => end('beforeStep'),
          update: (entity, elapsed) => {
            entity.updates.push(elapsed);
            end(entity === player ? 'always' : 'update');
          },
          priority: () => {
            end('priority');
            return 1;
          },
          entities: {
            *[Symbol.iterator]() {
              yield a;
              end('entities');
              yield b;
            },
          },
          maxStep: step,
        });
        frame.run({ elapsed: 2 * step, budget: 10 });
        expect([victim, errors]).toEqual([victim, []]);
        expect(a.updates.length + b.updates.length).toBe(place === 'update' ? 1 : 0);
        expect(() => frame.run({ elapsed: step, budget: 1 })).toThrow('is disposed');
      }
    },
  );
});
