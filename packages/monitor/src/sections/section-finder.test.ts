import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Follower } from '../recording/follower.ts';
import { recordSize } from '../recording/record-ring.ts';
import { kindOf } from '../recording/recorded-event.ts';
import { Recorder } from '../recording/recorder.ts';
import type { AnimationFrame } from './animation-frames.ts';
import type { LongSection } from './long-section.ts';
import { SectionFinder } from './section-finder.ts';

type Kind = 'task' | 'timer' | 'span' | 'turn' | 'window' | 'signal';
type Simulated = readonly [kind: Kind, name: string, start: number, end: number];

/** A thread with records of simulated times. */
class SimulatedThread {
  #recorder: Recorder = new Recorder({ capacity: 1024 });
  #follower: Follower = this.#recorder.follow();
  #finder: SectionFinder;

  constructor(limit = 50) {
    this.#finder = new SectionFinder('main', limit);
  }

  get isEmpty(): boolean {
    return this.#finder.isEmpty;
  }

  look(records: readonly Simulated[] = [], frames: readonly AnimationFrame[] = []): readonly LongSection[] {
    const { names, ring } = this.#recorder.parts;
    for (const [kind, name, start, end] of records)
      ring.write(kindOf[kind], start, end, names.numberOf(name), 0);
    return this.#finder.look(this.#follower.take(), frames);
  }

  finish(): readonly LongSection[] {
    return this.#finder.finish();
  }
}

/** Returns the sections of records that one look takes. */
function sectionsOf(records: readonly Simulated[], limit?: number): readonly LongSection[] {
  const thread = new SimulatedThread(limit);
  return [...thread.look(records), ...thread.look(), ...thread.finish()];
}

function namesOf(section: LongSection | undefined): readonly string[] | undefined {
  return section?.callbacks.map(({ name }) => name);
}

function frame(start: number, end: number, scripts: readonly string[], layout = 0): AnimationFrame {
  const script = { url: 'https://a.org/a.js', name: '', position: -1, duration: 1, forcedLayout: 0 };
  return { start, end, layout, scripts: scripts.map((invoker) => ({ ...script, invoker, start })) };
}

test('a long task is a section with its turn', () => {
  const sections = sectionsOf([
    ['task', 'short', 0, 5],
    ['turn', 'turn', 0, 5],
    ['task', 'path finding', 10, 90],
    ['turn', 'game', 10, 91],
  ]);
  expect(sections).toEqual([
    {
      thread: 'main',
      start: 10,
      end: 91,
      turn: 'game',
      callbacks: [expect.objectContaining({ kind: 'task', name: 'path finding', start: 10, end: 90 })],
      scripts: [],
      layout: undefined,
    },
  ]);
});

test('short callbacks of a long turn are named, the longest first and at most ten', () => {
  const tasks = Array.from({ length: 12 }, (_, i): Simulated => ['task', `task ${i}`, i * 20, i * 20 + i]);
  const [section, ...others] = sectionsOf([...tasks, ['turn', 'turn', 0, 240]]);
  expect(others).toEqual([]);
  expect(section).toMatchObject({ start: 0, end: 240, turn: 'turn' });
  expect(namesOf(section)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => `task ${i}`));
});

test('a section of exactly the limit is found, and a shorter one is not', () => {
  expect(sectionsOf([['task', 'a', 0, 50]])).toHaveLength(1);
  expect(sectionsOf([['task', 'a', 0, 49.9]])).toEqual([]);
});

test('windows and signals are no sections', () => {
  expect(
    sectionsOf([
      ['window', 'enemies', 0, 500],
      ['signal', 'queue', 500, 500],
    ]),
  ).toEqual([]);
});

test('nested spans and the turn within them are one section', () => {
  const sections = sectionsOf([
    ['task', 'think', 20, 80],
    ['turn', 'turn', 20, 80],
    ['span', 'inner', 10, 90],
    ['span', 'frame', 0, 100],
    ['span', 'next', 100, 160],
  ]);
  expect(sections.map(({ end, start }) => [start, end])).toEqual([
    [0, 100],
    [100, 160],
  ]);
  expect(namesOf(sections[0])).toEqual(['frame', 'inner', 'think']);
  expect(namesOf(sections[1])).toEqual(['next']);
});

test('a callback and a turn that come with different looks are one section', () => {
  const thread = new SimulatedThread();
  expect(thread.look([['task', 'a', 0, 60]])).toEqual([]);
  expect(thread.look([['turn', 'turn', 0, 61]])).toEqual([]);
  const [section, ...others] = thread.look();
  expect(section).toMatchObject({ start: 0, end: 61, turn: 'turn' });
  expect(namesOf(section)).toEqual(['a']);
  expect(others).toEqual([]);
  expect(thread.look()).toEqual([]);
});

test('a frame of the browser is joined with the callbacks in it', () => {
  const thread = new SimulatedThread();
  thread.look([['task', 'a', 5, 65]]);
  thread.look([], [frame(2, 80, ['TimerHandler:setTimeout'], 10)]);
  const [section] = thread.look();
  expect(section).toMatchObject({ start: 2, end: 80, layout: 10 });
  expect(namesOf(section)).toEqual(['a']);
  expect(section!.scripts.map(({ invoker }) => invoker)).toEqual(['TimerHandler:setTimeout']);
});

test('a frame without callbacks is a section, and a frame that only touches a callback is another one', () => {
  const thread = new SimulatedThread();
  thread.look([['task', 'a', 0, 60]], [frame(120, 200, [], 70), frame(60, 120, ['BODY.onclick'])]);
  const sections = thread.look();
  expect(sections.map(({ start }) => start)).toEqual([0, 60, 120]);
  expect(sections[1]).toMatchObject({ callbacks: [], turn: undefined, layout: 0 });
  expect(sections[1]!.scripts).toHaveLength(1);
  expect(sections[2]).toMatchObject({ callbacks: [], scripts: [], layout: 70 });
});

test('a frame that is shorter than the limit is no section', () => {
  const thread = new SimulatedThread(100);
  thread.look([], [frame(0, 99, ['a'])]);
  expect(thread.finish()).toEqual([]);
});

test('callbacks without a duration, and names in any language, are no problem', () => {
  const [section] = sectionsOf([
    ['task', '', 20, 20],
    ['task', '経路探索 🧭', 10, 70],
    ['turn', 'turn', 10, 70],
  ]);
  expect(namesOf(section)).toEqual(['経路探索 🧭', '']);
});

test('if records were overwritten, the sections of the others are found', () => {
  const tasks = Array.from({ length: 3000 }, (_, i): Simulated => ['task', 'short', i, i + 0.5]);
  const [section] = sectionsOf([['task', 'lost', 0, 99], ...tasks, ['turn', 'turn', 0, 3000]]);
  expect(section).toMatchObject({ start: 0, end: 3000, turn: 'turn' });
  expect(section!.callbacks).toHaveLength(10);
});

test('nothing is kept when all sections are complete', () => {
  const thread = new SimulatedThread();
  expect(thread.isEmpty).toBe(true);
  thread.look([['task', 'a', 0, 60]]);
  expect(thread.isEmpty).toBe(false);
  expect(thread.look()).toHaveLength(1);
  thread.look();
  thread.look();
  expect(thread.isEmpty).toBe(true);
});

test('records from another thread are shifted to the clock of the follower', () => {
  const numbers = new Float64Array(recordSize);
  numbers.set([kindOf.task, 0, 60, 0, 0, 0]);
  const finder = new SectionFinder('worker 0', 50);
  finder.look([{ thread: 'worker 0', numbers, lost: 0, shift: 1000, nameOf: () => 'a' }]);
  const [section] = finder.finish();
  expect(section).toMatchObject({ start: 1000, end: 1060 });
  expect(section!.callbacks[0]).toMatchObject({ start: 1000, end: 1060 });
});

test('sections do not overlap, each long callback is in exactly one, and looks do not matter', () => {
  const records = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 40 }),
      tasks: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
      looks: fc.boolean(),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(records, (turns) => {
      const [thread, atOnce] = [new SimulatedThread(), new SimulatedThread()];
      const [found, all, long]: [LongSection[], Simulated[], Simulated[]] = [[], [], []];
      let now = 0;
      for (const { gap, looks, tasks } of turns) {
        now += gap;
        const start = now;
        const turn = tasks.map((ms): Simulated => ['task', 'a', now, (now += ms)]);
        turn.push(['turn', 'turn', start, now]);
        all.push(...turn);
        long.push(...turn.filter(([, , from, to]) => to - from >= 50));
        found.push(...thread.look(turn));
        if (looks) found.push(...thread.look());
      }
      found.push(...thread.look(), ...thread.finish());
      const timesOf = (sections: readonly LongSection[]): unknown =>
        sections.map(({ end, start }) => [start, end]);
      atOnce.look(all);
      expect(timesOf(found)).toEqual(timesOf(atOnce.finish()));
      for (const [i, { end, start }] of found.entries()) {
        expect(end - start).toBeGreaterThanOrEqual(50);
        if (i > 0) expect(start).toBeGreaterThanOrEqual(found[i - 1]!.end);
      }
      for (const [, , start, end] of long)
        expect(found.filter((section) => section.start <= start && end <= section.end)).toHaveLength(1);
    }),
  );
});
