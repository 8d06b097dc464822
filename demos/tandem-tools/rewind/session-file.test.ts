import { Replay } from '@doha/monitor/replay';
import { Recording } from '@doha/monitor';
import { saveRecording } from '@doha/monitor/file';
import { expect, test } from 'vitest';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import { tandemProgram } from '../session/tandem-program.ts';
import { recordedPlay } from './recorded-play.test.setup.ts';
import { replayOf } from './replay-of.ts';
import { readSession, type RecordedPlay, saveSession } from './session-file.ts';

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

test.each<[string, Partial<RecordedPlay>]>([
  ['negative', { duration: -1 }],
  ['longer than a day', { duration: 1e9 }],
  ['shorter than its events', { duration: 0, start: -5000 }],
])('a session whose duration is %s is refused', async (_, wrong) => {
  const bytes = saveSession({ ...recordedPlay(() => {}), ...wrong });
  await expect(readSession(bytes)).rejects.toThrow('its times are wrong');
});

test.each([-60_000, 60_000])('a session whose start is wrong by %i ms is refused', (error) => {
  const play = recordedPlay(() => {});
  expect(() => replayOf({ ...play, start: error })).toThrow('its times are wrong');
  replayOf(play).dispose();
});

test('a session without a log, or whose file ends before it, is refused in words', async () => {
  const play = recordedPlay(() => {});
  await expect(readSession(saveSession({ ...play, log: [] }))).rejects.toThrow('has no session');
  const bytes = saveSession(play);
  for (const part of [0.1, 0.3, 0.5])
    await expect(readSession(bytes.subarray(0, part * bytes.length))).rejects.toThrow(
      /^This file is (not complete: the part with the session is missing|a recording, but not one of this page)\.$/,
    );
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
