import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';
import { stage, step, thing } from './frame-stage.test.setup.ts';

describe('a frame with a driver', () => {
  it('cannot be attached to another loop or rate by the application', () => {
    const { frame, loop } = stage();
    const stop = everyFrame(loop, { simulate: frame, rate: 50 });
    for (const [other, rate] of [
      [new EventLoop({ host: new VirtualHost() }), 50],
      [loop, 20],
    ] as const)
      expect(() => frame.attach(other, rate)).toThrow(
        'Frame.attach: everyFrame already runs the frame; stop it first',
      );
    expect(frame.rate).toBe(50);
    stop();
    frame.attach(loop, 20);
    expect(frame.rate).toBe(20);
    frame.dispose();
    expect(() => everyFrame(loop, { simulate: frame })).toThrow(
      'everyFrame: the frame is disposed; create a new one',
    );
  });

  it('throws an error if a second driver claims it', () => {
    const { frame, loop } = stage();
    const stop = everyFrame(loop, { simulate: frame });
    expect(() => everyFrame(loop, { simulate: frame })).toThrow(
      'another everyFrame runs the frame; stop that one first',
    );
    expect(() => frame.run({ elapsed: step, budget: 1 })).toThrow('everyFrame already runs the frame');
    stop();
    everyFrame(loop, { simulate: frame });
  });

  it('stops the driver when it is disposed', () => {
    const { errors, frame, host, loop } = stage();
    everyFrame(loop, { simulate: frame });
    host.advanceTo(100);
    frame.dispose();
    host.advanceTo(1000);
    expect([errors, loop.pendingTimers]).toEqual([[], 0]);
  });
});

it.each(['beforeStep', 'always', 'priority', 'entities'])(
  'everyFrame can be stopped and called again in %s, and the frame continues at the new rate',
  (moment) => {
    const entity = thing('entity');
    let stop = (): void => {};
    const restart = (now: string): void => {
      if (now !== moment || frame.stats.steps !== 3 || frame.rate === 50) return;
      stop();
      stop = everyFrame(loop, { simulate: frame, rate: 50 });
    };
    const { errors, frame, host, loop } = stage({
      entities: {
        *[Symbol.iterator]() {
          restart('entities');
          yield entity;
        },
      },
      always: [thing('player')],
      beforeStep: () => restart('beforeStep'),
      priority: () => {
        restart('priority');
        return 1;
      },
      update: ({ name, updates }, elapsed) => {
        if (name === 'player') restart('always');
        updates.push(elapsed);
      },
    });
    stop = everyFrame(loop, { simulate: frame });
    host.advanceTo(195);
    expect([errors, frame.rate]).toEqual([[], 50]);
    const receivedTime = entity.updates.reduce((sum, elapsed) => sum + elapsed, 0);
    expect([receivedTime, frame.stats.steps]).toEqual([frame.now, 11]);
    stop();
    host.advanceTo(300);
    expect(frame.stats.steps).toBe(11);
  },
);

describe('a call that throws claims nothing', () => {
  it.each(['rate', 'catchUp', 'maxLateness', 'draw'])('everyFrame with a bad %s', (name) => {
    const { frame, loop } = stage();
    expect(() => everyFrame(loop, { simulate: frame, [name]: NaN })).toThrow(`everyFrame: ${name} must be`);
    expect(() => everyFrame(loop, { simulate: frame })()).not.toThrow();
  });

  it.each(['attach', 'watchVisibility', 'requestFrame'] as const)(
    'everyFrame if %s of the simulation or the host throws',
    (method) => {
      const host = new VirtualHost();
      const fail = (): never => {
        throw new Error(method);
      };
      const claims: string[] = [];
      const simulate = {
        tick: () => {},
        claim: () => {
          claims.push('claimed');
          return () => claims.push('released');
        },
      };
      const loop = new EventLoop({ host });
      Object.assign(method === 'attach' ? simulate : host, { [method]: fail });
      expect(() => everyFrame(loop, { simulate, draw: () => {} })).toThrow(method);
      expect([claims, loop.pendingTimers]).toEqual([['claimed', 'released'], 0]);
      loop.dispose();
      expect(claims).toHaveLength(2);
    },
  );

  it('EventLoop if the host throws in attach', () => {
    let attempts = 0;
    const host = {
      now: () => 0,
      attach: () => {
        if (attempts++ === 0) throw new Error('no thread');
      },
    };
    expect(() => new EventLoop({ host })).toThrow('no thread');
    expect(() => new EventLoop({ host })).not.toThrow();
  });
});

it('a loop is disposed completely even if the claim of a simulation throws on release', () => {
  const { errors, host, loop } = stage();
  const claim = (): (() => void) => () => {
    throw new Error('the claim');
  };
  for (let i = 0; i < 2; i++) everyFrame(loop, { simulate: { tick: () => {}, claim } });
  loop.submit(new Task(() => {}), 1);
  loop.dispose();
  expect([errors, loop.pendingTimers, loop.pending]).toEqual([['the claim', 'the claim'], 0, 0]);
  expect(() => new EventLoop({ host })).not.toThrow();
});
