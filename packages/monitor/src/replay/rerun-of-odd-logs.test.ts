// Reruns of sessions whose clock was set or was first read after a call, or whose callbacks threw errors.
import { EventLoop, type Host, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test, vi } from 'vitest';
import { MemoryLog } from '../log/log-sink.ts';
import { ModelHost } from './model-host.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import { rerun } from './rerun.ts';
import type { Program } from './session.ts';

test.each([-50, -1e9])('a rerun covers the time before the clock was set back by %i ms', async (jump) => {
  let now = 1000;
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const program: Program<{
    inputs: string[];
    press: (key: string) => void;
    loop: EventLoop;
    ticks: number;
  }> = (ofProgram) => {
    const loop = new EventLoop({ host: ofProgram.host({ now: () => now }), probe: ofProgram.probe() });
    const state = { inputs: [] as string[], loop, ticks: 0 };
    loop.submit(new Timer(() => state.ticks++, { every: 10 }));
    return Object.assign(state, { press: ofProgram.input('key', (key: string) => state.inputs.push(key)) });
  };
  const { press } = program(session);
  now += 100;
  press('a');
  now += jump;
  press('b');
  now += 20;
  press('c');
  session.end();
  const { inputs, loop, ticks } = await rerun(log.chunks, program, { costs: new Map() });
  loop.dispose();
  expect(inputs).toEqual(['a', 'b', 'c']);
  expect(ticks).toBeGreaterThanOrEqual(10);
});

test('a rerun handles the inputs of a log whose clock never exceeds its first reading', async () => {
  let now = 1000;
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const program: Program<{ keys: string[]; press: (key: string) => void }> = (ofProgram) => {
    ofProgram.host({ now: () => now }).now();
    const keys: string[] = [];
    return { keys, press: ofProgram.input('key', (key: string) => keys.push(key)) };
  };
  const { press } = program(session);
  now = 10;
  press('a');
  session.end();
  expect((await rerun(log.chunks, program, { costs: new Map() })).keys).toEqual(['a']);
});

test.each(['before', 'after'])(
  'a call %s the first reading has its recorded latency in a rerun',
  async (order) => {
    const host = new VirtualHost();
    host.advanceTo(5000);
    const log = new MemoryLog();
    const session = new RecordedSession({ sink: log });
    let answer = (): void => {};
    const program: Program<{ loop: EventLoop; took: () => number | undefined }> = (ofProgram) => {
      const platform = ofProgram.host(host);
      let took: number | undefined;
      const load = async (): Promise<void> => {
        await ofProgram.call('load', async () => new Promise<void>((resolve) => (answer = resolve)));
        took = ofProgram.now() - start;
      };
      if (order === 'before') void load();
      const loop = new EventLoop({ host: platform, probe: ofProgram.probe() });
      loop.submit(new Timer(() => {}, { every: 10 }));
      const start = ofProgram.now();
      if (order === 'after') void load();
      return { loop, took: () => took };
    };
    const { loop, took } = program(session);
    host.advanceTo(5200);
    answer();
    await vi.waitFor(() => expect(took()).toBe(200));
    host.advanceTo(6000);
    session.end();
    const again = await rerun(log.chunks, program, { costs: new Map() });
    for (const one of [loop, again.loop]) one.dispose();
    expect(again.took()).toBeGreaterThanOrEqual(200);
    expect(again.took()).toBeLessThan(220);
  },
);

test('a display frame that throws ends neither a recording nor a replay nor a rerun', async () => {
  const platform = new ModelHost();
  const program = (session: Parameters<Program<unknown>>[0], under: Host = platform): Frames => {
    const host = session.host(under);
    const frames = { first: 0, second: 0 };
    const drawFirst = (): void => {
      host.requestFrame!(drawFirst);
      frames.first++;
      throw new Error('first');
    };
    const drawSecond = (): void => {
      frames.second++;
      host.requestFrame!(drawSecond);
    };
    const cancelled = (): void => void (frames.first += 1000);
    host.requestFrame!(drawFirst);
    host.requestFrame!(cancelled);
    host.requestFrame!(drawSecond);
    host.cancelFrame!(cancelled);
    const loop = new EventLoop({ host, probe: session.probe() });
    loop.submit(new Timer(() => {}, { every: 10 }));
    return { frames, loop };
  };
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const recorded = program(session);
  platform.advanceTo(1000);
  session.end();
  const replay = new Replay(log.chunks, program);
  await replay.run();
  const again = await rerun(log.chunks, (ofProgram) => program(ofProgram), { costs: new Map() });
  for (const { loop } of [recorded, replay.program, again]) loop.dispose();
  expect(recorded.frames.first).toBeGreaterThan(50);
  expect([replay.divergence, replay.program.frames]).toEqual([undefined, recorded.frames]);
  expect(again.frames.first).toBeGreaterThan(50);
  expect(again.frames.first).toBe(again.frames.second);
});

interface Frames {
  readonly frames: { readonly first: number; readonly second: number };
  readonly loop: EventLoop;
}
