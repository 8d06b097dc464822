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

test.each<[string, Uint8Array, string]>([
  ['a recording without a session', saveRecording(new Recording([])), 'but not one of this page.'],
  ['JSON', utf8('\n {"traceEvents": []}'), 'This file is not a recording. It looks like JSON.'],
  ['text', utf8('Grüße\n'), 'This file is not a recording. It looks like text.'],
  ['text that is cut within a letter', utf8('x' + 'ü'.repeat(600)), 'It looks like text.'],
  ['an empty file', new Uint8Array(), 'This file is not a recording. It is empty.'],
  ['other bytes', new Uint8Array(100), 'This file is not a recording.'],
  ['a damaged recording', saveRecording(new Recording([])).fill(0, 10), 'is damaged'],
])('%s is refused', async (_, bytes, message) => {
  await expect(readSession(bytes)).rejects.toThrow(message);
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
