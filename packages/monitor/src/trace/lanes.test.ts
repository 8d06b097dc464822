import { expect, test } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { lanesOf, walkLane } from './lanes.ts';

function span(name: string, start: number, end: number, thread = 'main'): RecordedEvent {
  return { kind: 'span', thread, name, start, end };
}

function lanes(...events: RecordedEvent[]): [string, string[]][] {
  return lanesOf(new Recording(events, 0).events).map(({ events: ofLane, label }) => [
    label,
    ofLane.map((event) => event.name),
  ]);
}

test('nested and successive events share a lane', () => {
  expect(lanes(span('a', 0, 9), span('b', 0, 4), span('c', 4, 9), span('d', 9, 10))).toEqual([
    ['main', ['a', 'b', 'c', 'd']],
  ]);
});

test('events that overlap have different lanes', () => {
  expect(lanes(span('a', 0, 5), span('b', 3, 8), span('c', 5, 6))).toEqual([
    ['main', ['a', 'c']],
    ['main (2)', ['b']],
  ]);
});

test('events with equal times share a lane', () => {
  expect(lanes(span('a', 1, 1), span('b', 1, 1), span('c', 1, 3), span('d', 1, 3))).toEqual([
    ['main', ['c', 'd', 'a', 'b']],
  ]);
});

test('a window has a lane of its own, by the name of its frame', () => {
  const window: RecordedEvent = {
    kind: 'window',
    thread: 'main',
    name: 'enemies',
    start: 2,
    end: 9,
    updated: 1,
    cancelled: 0,
  };
  expect(lanes(span('a', 0, 5), window, span('b', 6, 12))).toEqual([
    ['main', ['a', 'b']],
    ['main: enemies', ['enemies']],
  ]);
});

test('a thread without events with a duration has an empty lane', () => {
  expect(lanes({ kind: 'drop', thread: 'main', name: 'a', start: 1, end: 1, reason: 'expired' })).toEqual([
    ['main', []],
  ]);
});

test('lanes of threads whose names look like labels are not mixed', () => {
  expect(lanes(span('a', 0, 5), span('b', 3, 8), span('c', 4, 9, 'main (2)'))).toEqual([
    ['main', ['a']],
    ['main (2)', ['b']],
    ['main (2)', ['c']],
  ]);
});

test('a walk begins and ends each event, and inner events end first', () => {
  const [lane] = lanesOf([span('a', 0, 5), span('b', 1, 5), span('c', 5, 5)]);
  const steps: string[] = [];
  walkLane(lane!, { begin: ({ name }) => steps.push(`(${name}`), end: ({ name }) => steps.push(`${name})`) });
  expect(steps.join(' ')).toBe('(a (b b) a) (c c)');
});

test('each thread has lanes of its own', () => {
  expect(lanes(span('a', 0, 5), span('b', 3, 8, 'worker'))).toEqual([
    ['main', ['a']],
    ['worker', ['b']],
  ]);
});

test('in random recordings, events of a lane are nested or do not overlap, and none is missing', () => {
  const chance = chanceOf(1);
  const draw = (range: number): number => Math.floor(range * chance());
  for (let round = 0; round < 200; round++) {
    const events = Array.from({ length: 20 }, (_, i) => {
      const start = draw(30);
      return span(`${i}`, start, start + draw(10));
    });
    const found = lanesOf(new Recording(events, 0).events);
    expect(found.flatMap((lane) => lane.events).length).toBe(20);
    for (const lane of found)
      for (const [i, one] of lane.events.entries())
        for (const later of lane.events.slice(i + 1))
          expect(later.start >= one.end || later.end <= one.end).toBe(true);
  }
});

test('each event is in the first lane that has room for it', () => {
  const chance = chanceOf(2);
  const draw = (range: number): number => Math.floor(range * chance());
  for (let round = 0; round < 50; round++) {
    const events = Array.from({ length: 200 }, (_, i) => {
      const start = draw(100);
      return span(`${i}`, start, start + draw(80));
    });
    const sorted = new Recording(events, 0).events;
    const lanesByHand: RecordedEvent[][] = [];
    for (const event of sorted) {
      const hasRoom = (lane: readonly RecordedEvent[]): boolean =>
        lane.every(({ end }) => end <= event.start || end >= event.end);
      const lane = lanesByHand.find(hasRoom);
      if (lane === undefined) lanesByHand.push([event]);
      else lane.push(event);
    }
    expect(lanesByHand.length).toBeGreaterThan(20);
    expect(lanesOf(sorted).map((lane) => lane.events)).toEqual(lanesByHand);
  }
});

test('thousands of overlapping events take a number of comparisons that is nearly proportional', () => {
  const count = 20_000;
  let readings = 0;
  const events = Array.from({ length: count }, (_, i) => ({
    ...span('a', i, 0),
    get end() {
      readings++;
      return count + i;
    },
  }));
  expect(lanesOf(events)).toHaveLength(count);
  expect(readings).toBeLessThan(10 * count);
});
