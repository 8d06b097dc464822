import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryLog } from '../log/log-sink.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import { rerun } from './rerun.ts';
import type { Session } from './session.ts';

let unhandled: unknown[] = [];
const note = (error: unknown): unknown => unhandled.push(error);

beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', note);
});

afterEach(() => {
  process.off('unhandledRejection', note);
});

const nextTask = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Records a session with a call whose result does not arrive before the end, and one that fails. */
async function record(): Promise<MemoryLog> {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  session.host(host);
  const press = session.input('key', () => {});
  void session.call('never', async () => new Promise(() => {}));
  session.call('fails', async () => Promise.reject(new Error('on purpose'))).catch(() => {});
  for (let left = 3; left > 0; left--) await nextTask();
  host.advanceTo(10);
  press('a');
  session.end();
  return log;
}

function program(session: Session): void {
  session.host();
  session.input('key', () => {});
  void session.call('never', () => {});
  session.call('fails', () => {}).catch(() => {});
}

test('a call without a result is no unhandled rejection when a replay starts again or is disposed of', async () => {
  const replay = new Replay((await record()).chunks, program);
  await replay.run();
  expect(replay.isComplete).toBe(true);
  await replay.seek(0);
  replay.dispose();
  await nextTask();
  expect(unhandled).toEqual([]);
});

test('a call without a result is no unhandled rejection in a rerun', async () => {
  const more = (session: Session): void => {
    program(session);
    void session.call('another', () => {});
  };
  await rerun((await record()).chunks, more, { costs: new Map() });
  await nextTask();
  expect(unhandled).toEqual([]);
});

test('a recorded error, or a wrong argument, that the program does not handle is still an unhandled rejection', async () => {
  const careless = (session: Session): void => {
    session.host();
    session.input('key', () => {});
    void session.call('never', () => {});
    void session.call('fails', () => {});
  };
  const { chunks } = await record();
  const replay = new Replay(chunks, careless);
  await replay.run();
  await nextTask();
  await rerun(chunks, careless, { costs: new Map() });
  await nextTask();
  expect(unhandled.map(String)).toEqual(['Error: on purpose', 'Error: on purpose']);
  const wrong = (session: Session): void => void session.call(5 as never, () => {});
  new Replay(chunks, wrong).dispose();
  await nextTask();
  expect(unhandled.slice(2).map(String)).toEqual(['TypeError: Session.call: name must be a string, got 5']);
});
