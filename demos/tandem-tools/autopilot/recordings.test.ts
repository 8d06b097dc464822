import { expect, test } from 'vitest';
import { EventDetector } from '../../tandem/game/event-detector.ts';
import type { EventName } from '../../tandem/game/game-event.ts';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import { createWorld } from '../../tandem/world/world.ts';
import { playRuns, readRecording } from './recording.ts';
import { simulateRuns } from './simulate-runs.ts';

const recordings = import.meta.glob<string>('./recordings/*.keys', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const levels = catalog.map(({ id, seed, source, text }) => ({
  id,
  seed,
  source,
  isFlood: [...text.legend.values()].some(({ type }) => type === 'swarm'),
}));

test('each level has a recording, and three levels have a swarm of enemies', () => {
  expect(Object.keys(recordings)).toEqual(levels.map(({ id }) => `./recordings/${id}.keys`));
  expect(levels.length).toBeGreaterThanOrEqual(15);
  expect(levels.filter(({ isFlood }) => isFlood).length).toBe(3);
});

test('the recordings contain all important events', () => {
  const seen = new Set<EventName>();
  for (const { id, seed, source } of levels.filter(({ isFlood }) => !isFlood)) {
    const world = createWorld(levelOf(source), seed);
    const detector = new EventDetector(world);
    simulateRuns(world, readRecording(recordings[`./recordings/${id}.keys`]!).runs, () => {
      for (const { name } of detector.detect()) seen.add(name);
    });
  }
  const expected: readonly EventName[] = [
    'fall',
    'return',
    'rewind',
    'checkpoint',
    'throw',
    'kick',
    'open',
    'shut',
    'gem',
  ];
  expect([...seen]).toEqual(expect.arrayContaining([...expected]));
});

// A level with a swarm takes minutes. `npm run test:long` plays these levels, see
// e2e/tests/demos/levels.spec.ts.
test.each(levels.filter(({ isFlood }) => !isFlood))(
  '$id is finished by its recorded keys, with the recorded hash',
  ({ id, seed, source }) => {
    const { runs, hash } = readRecording(recordings[`./recordings/${id}.keys`]!);
    expect(playRuns(createWorld(levelOf(source), seed), runs)).toBe(hash);
  },
);
