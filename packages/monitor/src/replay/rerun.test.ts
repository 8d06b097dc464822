import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { costsOf } from './costs-of.ts';
import { MemoryLog } from '../log/log-sink.ts';
import { NextTask } from '../callbacks/next-task.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import { rerun } from './rerun.ts';
import type { Program, Session } from './session.ts';

interface Enemies {
  readonly press: (key: string) => void;
  readonly keys: string[];
  readonly answers: unknown[];
  /** Updates of each enemy. */
  readonly updates: readonly number[];
  readonly loop: EventLoop;
}

interface Surroundings {
  readonly platform?: VirtualHost;
  readonly spend?: (ms: number) => void;
}

/** A game with 40 enemies, twice as many as there is time for. `priority`: of an enemy, by its number. */
function enemies(
  priority: (enemy: number) => number,
  { platform, spend = () => {} }: Surroundings = {},
): Program<Enemies> {
  return (session) => {
    const updates = Array.from({ length: 40 }, () => 0);
    const [keys, answers]: [string[], unknown[]] = [[], []];
    const loop = new EventLoop({ host: session.host(platform), probe: session.probe() });
    const frame = new Frame({
      entities: updates.map((_, number) => ({ number })),
      priority: ({ number }) => priority(number),
      update: session.costed('update', ({ number }: { readonly number: number }) => {
        updates[number]!++;
        spend(0.8);
      }),
      probe: session.frameProbe(),
    });
    everyFrame(loop, { simulate: frame });
    const { save } = { save: () => spend(3) };
    loop.submit(new Timer(save, { every: 100 }));
    const { ask } = {
      ask: async () => {
        answers.push(await session.call('ask', () => 'yes').catch(String));
      },
    };
    const press = session.input('key', (key: string) => {
      keys.push(`${key} at ${Math.round(session.now() / 50)}`);
      loop.submit(new Task(ask), 1e9);
      if (key === 'x') throw new Error('no such key');
    });
    session.state(() => updates);
    return { press, keys, answers, updates, loop };
  };
}

async function record(): Promise<{ readonly log: MemoryLog; readonly game: Enemies }> {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log, seed: 1 });
  const game = enemies((enemy) => enemy, { platform: host, spend: (ms) => host.spend(ms) })(session);
  for (let time = 100; time <= 4000; time += 100) {
    host.advanceTo(time);
    if (time % 500 === 0) game.press('a');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  expect(() => game.press('x')).toThrow('no such key');
  await new Promise(setImmediate);
  session.end();
  return { log, game };
}

test('the same policy on simulated time has the rates of the recorded session, and another one has other rates', async () => {
  const { game, log } = await record();
  const recorder = new Recorder({ capacity: 2 ** 18 });
  const program = enemies((enemy) => enemy);
  const replayed = new Replay(log.chunks, program, {
    probe: recorder.loop(),
    frameProbe: recorder.frame(),
  });
  await replayed.run();
  expect([replayed.divergence, replayed.isComplete]).toEqual([undefined, true]);
  const costs = costsOf(recorder.recording());
  expect(costs.get('update')).toBeCloseTo(0.8, 1);
  expect(costs.get('save')).toBeCloseTo(3, 1);

  const same = await rerun(
    log.chunks,
    enemies((enemy) => enemy),
    { costs },
  );
  const total = (updates: readonly number[]): number => updates.reduce((sum, count) => sum + count, 0);
  expect(Math.abs(total(same.updates) / total(game.updates) - 1)).toBeLessThan(0.05);
  expect(same.updates[39]! / same.updates[0]!).toBeGreaterThan(2);
  expect(same.keys).toEqual(game.keys);

  const other = await rerun(
    log.chunks,
    enemies((enemy) => -enemy),
    { costs },
  );
  expect(Math.abs(total(other.updates) / total(game.updates) - 1)).toBeLessThan(0.05);
  expect(other.updates[0]! / other.updates[39]!).toBeGreaterThan(2);
});

test('calls have the recorded results, and further ones are rejected', async () => {
  const { game, log } = await record();
  const { answers, keys } = await rerun(
    log.chunks,
    enemies(() => 1),
    { costs: new Map() },
  );
  expect(keys).toHaveLength(9);
  expect(answers.slice(0, 8)).toEqual(game.answers.slice(0, 8));
  const asksTwice: Program<string[]> = (session) => {
    const found: string[] = [];
    for (let left = 20; left > 0; left--)
      void session
        .call('ask', () => '')
        .then((answer) => found.push(answer))
        .catch((error) => found.push(String(error)));
    return found;
  };
  const found = await rerun(log.chunks, asksTwice, { costs: new Map() });
  expect(found).toHaveLength(20);
  expect(
    found.filter((answer) => answer.startsWith('Error: rerun: the recording has no result of the call'))
      .length,
  ).toBeGreaterThanOrEqual(11);
});

test('a call whose result would come after the end, or after an error, is rejected', async () => {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const loop = new EventLoop({ host: session.host(host) });
  const press = session.input('key', () => {});
  session.now(); // the latency of the call counts from a reading
  let answer = (): void => {};
  void session.call('ask', () => new Promise<void>((resolve) => (answer = resolve)));
  host.advanceTo(50);
  answer();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  host.advanceTo(90);
  press('a');
  host.advanceTo(100);
  press('a');
  session.end();
  loop.dispose();
  const answers: Promise<unknown>[] = [];
  const asks = (one: Session): void => {
    answers.push(one.call('ask', () => {}));
  };
  const late: Program<Session> = (one) => {
    let isFirst = true;
    one.input('key', () => {
      if (isFirst) asks(one);
      isFirst = false;
    });
    return one;
  };
  const ended = 'the rerun ended before the result of "ask"';
  const after = await rerun(log.chunks, late, { costs: new Map() });
  await expect(answers[0]).rejects.toThrow(ended);
  await expect(after.call('ask', () => {})).rejects.toThrow('has no result of the call 2');
  const error = new Error('no start');
  const failing: Program<never> = (one) => {
    asks(one);
    throw error;
  };
  await expect(rerun(log.chunks, failing, { costs: new Map() })).rejects.toBe(error);
  await expect(answers[1]).rejects.toThrow(ended);
});

/** Records a program that does something at once, and again after a time. */
async function recordGap(gap: number): Promise<MemoryLog> {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const loop = new EventLoop({ host: session.host(host), probe: session.probe() });
  const press = session.input('key', () => {});
  host.advanceTo(10);
  press('a');
  void session.call('ask', async () => new Promise((resolve) => setImmediate(resolve)));
  await new Promise(setImmediate);
  host.spend(gap);
  for (let left = 3; left > 0; left--) await new Promise(setImmediate);
  host.spend(1);
  press('b');
  loop.dispose();
  session.end();
  return log;
}

test('time in which nothing happens passes at once', async () => {
  const log = await recordGap(50_000);
  const found: string[] = [];
  const program: Program<void> = (session) => {
    const loop = new EventLoop({ host: session.host(), probe: session.probe() });
    const note = (text: string): void => void found.push(`${text} at ${Math.round(loop.host.now())}`);
    session.input('key', (key: string) => {
      note(key);
      if (key === 'a') void session.call('ask', () => {}).then(() => note('answer'));
    });
    void Promise.resolve().then(() => loop.submit(new Timer(() => note('timer'), { after: 30_000 })));
  };
  const arrives = vi.spyOn(NextTask.prototype, 'arrives');
  await rerun(log.chunks, program, { costs: new Map() });
  expect(arrives.mock.calls.length).toBeLessThan(20);
  arrives.mockRestore();
  expect(found).toEqual(['a at 10', 'timer at 30010', 'answer at 50010', 'b at 50011']);
});

test('a sleep of the machine passes at once, as it did for the recorded program', async () => {
  const day = 86_400_000;
  const log = await recordGap(day);
  const times: number[] = [];
  const program: Program<EventLoop> = (session) => {
    const loop = new EventLoop({ host: session.host(), probe: session.probe() });
    loop.submit(new Timer(() => times.push(Math.round(loop.host.now())), { every: 5, maxLateness: 5 }));
    session.input('key', () => {});
    return loop;
  };
  const loop = await rerun(log.chunks, program, { costs: new Map() });
  loop.dispose();
  expect(times.length).toBeLessThan(10);
  expect(times.filter((time) => time > 20 && time < day)).toEqual([]);
});

test('a rerun can be cancelled, before its start and while it runs', async () => {
  const { log } = await record();
  const reason = new Error('enough');
  let starts = 0;
  const canceller = new AbortController();
  const program: Program<EventLoop> = (session) => {
    starts++;
    const loop = new EventLoop({ host: session.host(), probe: session.probe() });
    loop.submit(new Timer(() => canceller.abort(reason), { after: 1000 }));
    session.input('key', (key) => expect(key).not.toBe('x'));
    return loop;
  };
  const options = { costs: new Map<string, number>(), signal: canceller.signal };
  await expect(rerun(log.chunks, program, options)).rejects.toBe(reason);
  await expect(rerun(log.chunks, program, options)).rejects.toBe(reason);
  expect(starts).toBe(1);
  await expect(rerun(log.chunks, program, { ...options, signal: 5 as never })).rejects.toThrow(
    'rerun: signal must be an AbortSignal, got 5',
  );
});

test('a log with a time that cannot pass is refused', async () => {
  for (const time of [NaN, Infinity, 1e300]) {
    const log = new MemoryLog();
    const session = new RecordedSession({ sink: log });
    let now = 0;
    session.host({ now: () => now }).now();
    now = time;
    session.now();
    session.end();
    await expect(rerun(log.chunks, () => 1, { costs: new Map() })).rejects.toThrow(
      'rerun: a time of the log must be a finite number ≤',
    );
  }
});

test('wrong arguments are refused with the value', async () => {
  const { log } = await record();
  const program = enemies(() => 1);
  await expect(rerun('x' as never, program, { costs: new Map() })).rejects.toThrow("got 'x'");
  await expect(rerun(log.chunks, program, { costs: {} as never })).rejects.toThrow(
    'rerun: costs must be a Map',
  );
  await expect(rerun(log.chunks, program, { costs: new Map([['a', NaN]]) })).rejects.toThrow(
    'the cost of a must be',
  );
  await expect(rerun(log.chunks, program, { costs: new Map(), displayRate: 0 })).rejects.toThrow(RangeError);
  const twoLoops: Program<unknown> = (session) => [session.host(), session.host()];
  await expect(rerun(log.chunks, twoLoops, { costs: new Map() })).rejects.toThrow('must have one loop');
});
