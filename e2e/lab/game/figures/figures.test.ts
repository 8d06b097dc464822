import { expect, test } from 'vitest';
import type { Recording } from '../../../../demos/tandem-tools/measure/recording.ts';
import type { Report } from '../../../../demos/tandem-tools/tunnel/report.ts';
import type { Row } from '../../../tools/results/results.ts';
import { hostTasks, syncMark } from '../run/host-tasks.ts';
import { nameOf, plan } from '../run/plan.ts';
import type { TunnelRun } from '../run/play-run.ts';
import { receivedTimeTable } from '../tables/tables.ts';
import { bandsOf, figuresOf, jitter, period } from './figures.ts';
import { trajectoryError } from './trajectory-error.ts';

const base64 = (table: ArrayBufferView): string =>
  Buffer.from(table.buffer, table.byteOffset, table.byteLength).toString('base64');
const doubles = (...values: number[]): string => base64(Float64Array.from(values));
const floats = (...values: number[]): string => base64(Float32Array.from(values));

/**
 * A run of ten seconds with one player, and an enemy for each of `rates` (updates per second).
 * Simulation frames begin at `windows`. `host`: start and end of each host task.
 */
function played(windows: number[], rates: number[], host: [number, number][] = []): TunnelRun {
  const shown = [0, 16, 32, 32, 80];
  const recording: Recording = {
    startedAt: 0,
    from: 0,
    to: 10_000,
    phase: 0,
    steps: doubles(...Array.from({ length: 600 }, (_, i) => i * 16.7)),
    windows: [doubles(...windows)],
    frames: {
      start: doubles(...shown),
      end: doubles(...shown),
      shown: doubles(...shown),
      time: doubles(0, 16, 32, 48, 64),
    },
    tasks: { submitted: 1000, updated: 750, cancelled: 250, parts: 50 },
    busy: 400,
    debt: 100,
    skippedSteps: 6,
    inputs: { stamped: doubles(10, 20), handled: doubles(11, 23) },
    entities: {
      kind: base64(Uint8Array.from([0, ...rates.map(() => 1)])),
      updates: base64(Uint32Array.from([600, ...rates.map((rate) => rate * 10)])),
      // The updates of the enemies cover 9, 8, 9, 8 … of the ten seconds.
      lived: doubles(10_000, ...rates.map((_, i) => 9000 - (i % 2) * 1000)),
      priority: floats(1, ...rates.map((_, i) => i / rates.length)),
      jitter: floats(0, ...rates.map(() => 2)),
      longest: floats(0, ...rates.map((rate) => 500 + rate)),
      lateness: floats(0, ...rates.map(() => 1)),
      distance: floats(0, ...rates),
    },
    snapshots: {
      times: doubles(0),
      x: floats(0, ...rates.map(() => 3)),
      y: floats(0, ...rates.map(() => 4)),
    },
  };
  const report = { enemies: rates.length, recording } as Report;
  return {
    run: plan(1)[0]!,
    report,
    cpu: { at: [0, 5000, 10_000], used: [0, 6000, 12_000] },
    host: { start: host.map(([start]) => start), end: host.map(([, end]) => end) },
  };
}

test('jitter is the deviation of the time between two simulation frames from 33.3 ms', () => {
  const gaps = jitter(played([0, period, 2 * period + 5, 3 * period], [1]));
  expect(gaps.map((gap) => Math.round(gap * 1000) / 1000)).toEqual([0, 5, 5]);
});

test('jitter without host tasks excludes simulation frames that a host task delayed', () => {
  const windows = [0, period, 2 * period + 5, 3 * period, 4 * period + 1, 5 * period, 6 * period];
  const row = figuresOf([played(windows, [1], [[2 * period - 1, 2 * period + 4.9]])], []);
  expect(row['jitter p95']).toBe(5);
  expect(row['jitter p95 without host tasks']).toBe(1);
  expect(row['share not delayed by host tasks']).toBe(0.667);
});

test('a row summarizes all runs of a series', () => {
  const row = figuresOf([played([0, 33], [30, 30]), played([0, 33], [30, 30])], [{ near: 1, far: 2 }]);
  expect(row).toMatchObject({
    series: 'easy-monolithic',
    runs: 2,
    seconds: 20,
    enemies: 2,
    'players Hz': 60,
    'uneven frame times %': 50,
    'input delay median': 2,
    'time lost %': 1,
    'submitted /s': 100,
    'cancelled %': 25,
    'updates per CPU second': 2000,
    'enemies Hz': 37.5,
    'time received %': 85,
    'greatest age s': 0.53,
    'error near': 1,
    'error far': 2,
  });
});

test('the greatest age of an enemy with fewer than two updates is the duration of the run', () => {
  expect(figuresOf([played([0, 33], [30, 0.1])], [])).toMatchObject({ 'greatest age s': 10 });
});

test('the table of received time has a column per band, and empty cells for results without this figure', () => {
  const runs = [
    played(
      [0, 33],
      Array.from({ length: 10 }, () => 30),
    ),
  ];
  const [row, bands] = [figuresOf(runs, []), bandsOf(runs)];
  const [table] = receivedTimeTable([row], bands);
  expect(table).toMatchObject({ version: 'monolithic', all: 85, 'band 1': 90, 'band 2': 80, 'band 10': 80 });
  const without = (each: Row): Row =>
    Object.fromEntries(
      Object.entries(each).filter(([column]) => column !== 'time received %' && column !== 'greatest age s'),
    );
  const [older] = receivedTimeTable([without(row)], bands.map(without));
  expect(older).toMatchObject({ version: 'monolithic', all: null, 'greatest age s': null, 'band 1': null });
});

test('bands have equal numbers of enemies, in ascending order of base priority', () => {
  const rows = bandsOf([
    played(
      [0, 33],
      Array.from({ length: 50 }, (_, i) => i),
    ),
  ]);
  expect(rows.map((row) => row['rate Hz'])).toEqual([2, 7, 12, 17, 22, 27, 32, 37, 42, 47]);
  expect(rows[9]).toMatchObject({ band: 10, 'lowest Hz': 45, 'jitter ms': 2 });
});

test('the trajectory error of enemies near a player is separate from that of all others', () => {
  const reference = { x: [floats(0, 0, 100)], y: [floats(0, 4, 4)] };
  expect(trajectoryError(played([0], [1, 1]), reference, [0])).toEqual({ near: 3, far: 97 });
});

test('host tasks are frames, garbage collections, tasks without script of the page, and the time from a key to the next frame', () => {
  const event = (name: string, ts: number, dur: number): object => ({
    name,
    ph: 'X',
    pid: 1,
    tid: 1,
    ts,
    dur,
  });
  const events = [
    { name: syncMark, ph: 'I', pid: 1, tid: 1, ts: 1000 },
    event('RunTask', 2000, 500), // a turn of the loop
    event('FunctionCall', 2010, 400),
    event('MinorGC', 2100, 50),
    event('RunTask', 3000, 600), // a frame
    event('FireAnimationFrame', 3010, 200),
    event('FunctionCall', 3020, 100),
    event('RunTask', 4000, 100), // raster
    event('RunTask', 6000, 200), // a key, and no other task until the next frame
    { ...event('EventDispatch', 6100, 50), args: { data: { type: 'keydown' } } },
    event('FunctionCall', 6110, 30),
    { ...event('EventDispatch', 6160, 20), args: { data: { type: 'focus' } } },
    event('RunTask', 9000, 300),
    event('FireAnimationFrame', 9050, 200),
    { ...event('EventDispatch', 9800, 50), args: { data: { type: 'keyup' } } }, // the end of the trace
    { ...event('RunTask', 5000, 100), tid: 2 },
  ] as unknown as Parameters<typeof hostTasks>[0];
  expect(hostTasks(events, 10)).toEqual({ start: [11.1, 12, 13, 15.15], end: [11.15, 12.6, 13.1, 18.3] });
  expect(() => hostTasks([], 0)).toThrow(syncMark);
});

test('each run of the plan has a unique name', () => {
  const names = plan().map(nameOf);
  expect(names.length).toBe(87);
  expect(new Set(names).size).toBe(87);
});
