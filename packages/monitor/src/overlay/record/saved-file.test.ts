import { expect, test } from 'vitest';
import { readRecording } from '../../file/read-recording.ts';
import { Recording } from '../../recording/recording.ts';
import { perfettoTrace } from '../../trace/perfetto-trace.ts';
import { traceEvents } from '../../trace/trace-events.ts';
import { fileName } from './file-formats.ts';
import { savedFile } from './saved-file.ts';

const recording = new Recording(
  [
    { kind: 'task', thread: 'main', name: 'move', start: 1, end: 3, priority: 2 },
    { kind: 'timer', thread: 'worker', name: 'tick', start: 2, end: 3, lateness: 1 },
  ],
  4,
  1000,
);

test('a recording is saved in each format', async () => {
  const file = await readRecording(savedFile('doharec', recording) as Uint8Array);
  expect(file.isComplete).toBe(true);
  expect(file.recording).toEqual(recording);
  expect(savedFile('pftrace', recording)).toEqual(perfettoTrace(recording));
  expect(JSON.parse(savedFile('json', recording) as string)).toEqual(traceEvents(recording));
});

test('the name of a file has the letters and digits of the title', () => {
  expect(fileName('Tandem monitor', 'doharec')).toBe('tandem-monitor.doharec');
  expect(fileName('../Größe: 2', 'json')).toBe('größe-2.json');
  expect(fileName('***', 'pftrace')).toBe('recording.pftrace');
});
