import { Replay } from '@doha/monitor/replay';
import { Recording } from '@doha/monitor';
import { saveRecording } from '@doha/monitor/file';
import { expect, test } from 'vitest';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import { tandemProgram } from '../session/tandem-program.ts';
import { recordedPlay } from './recorded-play.test.setup.ts';
import { readSession, saveSession } from './session-file.ts';

test('a session that was saved and read replays to the recorded state', async () => {
  const play = recordedPlay((game) => game.tune('nearness', 9));
  const read = await readSession(saveSession(play));
  expect([read.source, read.seed]).toEqual([play.source, play.seed]);
  expect(read.recording.events).toEqual(play.recording.events);
  const replay = new Replay(read.log, tandemProgram({ level: levelOf(read.source), seed: read.seed }));
  await replay.run();
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
  expect(replay.program.weights.nearness).toBe(9);
});

test('other files are refused', async () => {
  await expect(readSession(saveRecording(new Recording([])))).rejects.toThrow('not one of this page');
  await expect(readSession(new Uint8Array(100))).rejects.toThrow('not a recording file');
});
