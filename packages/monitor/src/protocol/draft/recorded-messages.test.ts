import { expect, test } from 'vitest';
import { Recorder } from '../../recording/recorder.ts';
import { Recording } from '../../recording/recording.ts';
import { chat } from '../chat.test.setup.ts';
import { recordedTraces, recordMessage } from './recorded-messages.ts';

/** A recorder whose clock always shows the same time, so that all events have equal times. */
function createRecorder(thread: string): Recorder {
  return new Recorder({ thread, clock: { now: () => 5 }, origin: 0 });
}

test('the traces of a recording are the messages that watches have recorded, in order', () => {
  const [page, worker] = [createRecorder('page'), createRecorder('worker')];
  const client = chat.watch('client', { recorder: page });
  const server = chat.watch('server', { recorder: worker, violated: () => {} });
  client.sent('hello', {});
  page.signal('fps', 60);
  server.received('hello', {});
  server.received('hello', {});
  server.sent('refuse');
  client.received('refuse');
  const hello = { from: 'client', name: 'hello' };
  const refuse = { from: 'server', name: 'refuse' };
  const merged = Recording.merge([page.recording(), worker.recording()]);
  expect(recordedTraces(merged, 'chat')).toEqual([
    [hello, refuse],
    [hello, refuse],
  ]);
  expect(recordedTraces(merged, 'other')).toEqual([]);
});

test('any names come back', () => {
  const recorder = createRecorder('page');
  const messages = ['', '"', '","', '💬', '\ud800', '__proto__', 'a,b'].map((name) => ({
    from: `from ${name}`,
    name,
  }));
  for (const message of messages) recordMessage(recorder, '"],[', message);
  recordMessage(recorder, '"]', messages[0]!);
  expect(recordedTraces(recorder.recording(), '"],[')).toEqual([messages]);
});

test('signals that only look like messages are ignored', () => {
  const recorder = createRecorder('page');
  for (const name of ['["chat",', '["chat",1,2]', '["chat","a"]', '["chat","a","b","c"]', '["chat",{}]'])
    recorder.signal(name, 1);
  expect(recordedTraces(recorder.recording(), 'chat')).toEqual([]);
});

test('wrong arguments throw', () => {
  const recorder = createRecorder('page');
  expect(() => recordMessage(recorder, 3 as never, { from: 'a', name: 'b' })).toThrow(
    'recordMessage: protocol must be a string, got 3',
  );
  expect(() => recordMessage(recorder, 'p', null as never)).toThrow(
    'recordMessage: message must be an object, got null',
  );
  expect(() => recordMessage(recorder, 'p', { from: 'a' } as never)).toThrow(
    'recordMessage: message: name must be a string',
  );
  expect(() => recordedTraces({} as never, 'p')).toThrow('recordedTraces: recording must be a Recording');
  expect(() => recordedTraces(recorder.recording(), undefined as never)).toThrow(
    'recordedTraces: protocol must be a string',
  );
});
