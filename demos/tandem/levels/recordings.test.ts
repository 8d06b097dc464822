import { expect, test } from 'vitest';
import { playRuns, readRecording } from '../autopilot/recording.ts';
import { createWorld } from '../world/world.ts';
import { catalogue, levelOf } from './catalogue.ts';

const recordings = import.meta.glob<string>('./*.keys', { query: '?raw', import: 'default', eager: true });

test.each(catalogue.map(({ id, source }, index) => ({ id, index, source })))(
  '$id is finished by its recording, always in the same way',
  ({ id, index, source }) => {
    const { runs, hash } = readRecording(recordings[`./${id}.keys`]!);
    expect(playRuns(createWorld(levelOf(source), index + 1), runs)).toBe(hash);
  },
);
