import { expect, test } from 'vitest';
import type { FrameProbe } from './frame-probe.ts';
import { stage, step, thing, type Stage, type Thing } from './frame-stage.test.setup.ts';

/** A frame of four entities. Each update takes 4 ms, and each window lasts for 10 ms. */
function probedStage(probe: NonNullable<FrameProbe['windowEnded']>): Stage {
  const busy = stage({
    entities: ['a', 'b', 'c', 'd'].map(thing),
    update: () => busy.host.spend(4),
    priority: (_: Thing, age) => age,
    probe: { windowEnded: (...window) => probe(...window) },
  });
  return busy;
}

test('the probe of a frame is called at the end of each window', () => {
  const windows: (readonly number[])[] = [];
  const { frame, host } = probedStage((...window) => windows.push(window));
  frame.tick();
  host.advanceTo(step);
  expect(windows).toEqual([]);
  frame.tick();
  const [[start, end, updated, cancelled]] = windows as [readonly [number, number, number, number]];
  expect([start, end]).toEqual([0, host.now()]);
  expect(updated).toBeGreaterThan(0);
  expect(updated + cancelled).toBe(4);
  expect(windows.length).toBe(1);
});

test('the sums of all windows are the statistics of the frame', () => {
  const sums = { updated: 0, cancelled: 0, windows: 0 };
  const { frame, host } = probedStage((_start, _end, updated, cancelled) => {
    sums.windows++;
    sums.updated += updated;
    sums.cancelled += cancelled;
  });
  for (let time = step; time <= 20 * step; time += step) {
    frame.tick();
    host.advanceTo(Math.max(time, host.now()));
  }
  frame.dispose();
  const { cancelled, updated, windows } = frame.stats;
  expect(sums).toEqual({ updated, cancelled, windows });
});

test('an error of the probe is reported, and the frame continues', () => {
  const { errors, frame, host } = probedStage(() => {
    throw new Error('no room');
  });
  for (let time = step; time <= 3 * step; time += step) {
    frame.tick();
    host.advanceTo(Math.max(time, host.now()));
  }
  expect(errors).toEqual(['no room', 'no room']);
  expect(frame.stats.windows).toBe(3);
});

test('a probe that is no object, or has a method that is no function, is refused', () => {
  expect(() => stage({ probe: 5 as never })).toThrow('Frame: probe must be an object, got 5');
  expect(() => stage({ probe: { windowEnded: 5 as never } })).toThrow(
    'Frame: windowEnded of probe must be a function, got 5',
  );
});
