import { expect, test, vi } from 'vitest';
import * as file from './file.ts';
import * as monitor from './index.ts';
import * as protocols from './protocol.ts';
import * as query from './query.ts';
import * as replay from './replay.ts';

vi.spyOn(console, 'warn').mockImplementation(() => {}); // of unknown options

const { Recording } = monitor;
const event = { kind: 'span', thread: 'main', name: 'a', start: 0, end: 1 } as const;
const recording = new Recording([event]);
const clone = structuredClone({ events: [event], lost: 0, origin: undefined });
const definition = { name: 'p', roles: ['a', 'b'], start: 's', states: { s: { a: { m: 's' } } } } as const;
const chat = protocols.protocol(definition);
const log = new replay.MemoryLog();
new replay.RecordedSession({ sink: log }).end();
const newSession = (): replay.RecordedSession => new replay.RecordedSession({ sink: new replay.MemoryLog() });
const session = newSession();
const writer = new file.RecordingWriter(() => {});
const timer = { kind: 'timer', thread: 'main', name: 'a', start: 0, end: 1, lateness: 1 };
const records = {
  thread: 'main',
  numbers: Float64Array.of(6, 0, 1, 0, 0, 0),
  lost: 0,
  shift: 0,
  nameOf: String,
  clockError: 0,
};
const load = replay.loadOf(recording);
const message = { from: 'a', name: 'm' };

/** Calls a method of the session of a rerun. */
function inRerun(
  method: 'call' | 'costed' | 'frameProbe' | 'input' | 'probe' | 'state',
): (...args: never[]) => Promise<unknown> {
  return async (...args) => {
    const call = (one: replay.Session): unknown => Reflect.apply(one[method], one, args);
    return replay.rerun(log.chunks, call, { costs: new Map() }).catch(ignoreMissing);
  };
}

/** The log has no results. */
function ignoreMissing(error: Error): void {
  if (!error.message.includes('the recording has no result')) throw error;
}

type Case = readonly [call: (...args: never[]) => unknown, args: unknown[]];

/** Functions of the package with right arguments. */
const functions: Readonly<Record<string, Case>> = {
  traceEvents: [monitor.traceEvents, [recording]],
  perfettoTrace: [monitor.perfettoTrace, [clone]],
  Recording: [(...args: [never]) => new Recording(...args), [[event], 0, 5]],
  merge: [(...args: [never]) => Recording.merge(...args), [[recording, clone]]],
  during: [recording.during.bind(recording), [{ thread: 'main', start: 0, end: 1 }]],
  longest: [recording.longest.bind(recording), [3]],
  longerThan: [recording.longerThan.bind(recording), [3]],
  reasonsFor: [recording.reasonsFor.bind(recording), [timer]],
  runsOf: [recording.runsOf.bind(recording), [{ kind: 'remote' }]],
  receiptOf: [recording.receiptOf.bind(recording), [{ kind: 'message' }]],
  saveRecording: [file.saveRecording, [recording, { entries: [], metadata: 5 }]],
  readRecording: [file.readRecording, [file.saveRecording(recording)]],
  RecordingWriter: [(...args: [never]) => new file.RecordingWriter(...args), [() => {}, {}]],
  'RecordingWriter.records': [writer.records.bind(writer), [[records]]],
  'RecordingWriter.entry': [writer.entry.bind(writer), ['input', new Uint8Array()]],
  causesOf: [query.causesOf, [recording, event, { due: 0, thread: 'main', links: [] }]],
  'causesOf with a finder': [query.causesOf, [recording, event, { links: [() => () => []] }]],
  lateTimers: [query.lateTimers, [recording, 1]],
  lateFrames: [query.lateFrames, [clone]],
  lateFrameAt: [query.lateFrameAt, [recording, 1]],
  linksInThread: [query.linksInThread, [clone]],
  linksOfPools: [query.linksOfPools, [recording]],
  linksOfMessages: [query.linksOfMessages, [recording]],
  messageTimes: [query.messageTimes, [recording]],
  nameStatistics: [query.nameStatistics, [recording]],
  selectEvents: [query.selectEvents, [recording, { thread: 'main', from: 0, to: 1 }]],
  threadStatistics: [query.threadStatistics, [recording]],
  loadOf: [replay.loadOf, [recording, { thread: 'main' }]],
  startBenchmark: [
    (...args: [never]) => replay.startBenchmark(...args).dispose(),
    [load, { spend: () => {} }],
  ],
  RecordedSession: [(...args: [never]) => new replay.RecordedSession(...args), [{ sink: log }]],
  'RecordedSession.host': [session.host.bind(session), [performance]],
  'RecordedSession.probe': [session.probe.bind(session), [{ ran: () => {} }]],
  'RecordedSession.frameProbe': [session.frameProbe.bind(session), [{ windowEnded: () => {} }]],
  'RecordedSession.input': [(...args: [never, never]) => newSession().input(...args), ['key', () => {}]],
  'RecordedSession.call': [session.call.bind(session), ['ask', () => {}]],
  'RecordedSession.state': [(...args: [never]) => newSession().state(...args), [() => 1]],
  'RecordedSession.costed': [session.costed.bind(session), ['move', () => 1]],
  'data of an input': [newSession().input('key', () => {}), [{ key: [new Map([[{}, new Set()]])] }]],
  Replay: [(...args: [never, never]) => new replay.Replay(...args), [log.chunks, () => 1, {}]],
  'Replay.run': [async (...args: [never]) => new replay.Replay(log.chunks, () => 1).run(...args), [{}]],
  'Replay.seek': [async (...args: [never]) => new replay.Replay(log.chunks, () => 1).seek(...args), [0]],
  rerun: [replay.rerun, [log.chunks, () => 1, { costs: new Map([['a', 1]]) }]],
  costsOf: [replay.costsOf, [recording]],
  'Session.input in a rerun': [inRerun('input'), ['key', () => {}]],
  'Session.call in a rerun': [inRerun('call'), ['ask', () => {}]],
  'Session.probe in a rerun': [inRerun('probe'), [{ ran: () => {} }]],
  'Session.frameProbe in a rerun': [inRerun('frameProbe'), [{ windowEnded: () => {} }]],
  'Session.state in a rerun': [inRerun('state'), [() => 1]],
  'Session.costed in a rerun': [inRerun('costed'), ['move', () => 1]],
  protocol: [protocols.protocol, [definition]],
  'protocol.endpoint': [chat.endpoint.bind(chat), ['a', { send: () => {}, listen: () => {} }]],
  'protocol.watch': [chat.watch.bind(chat), ['a', {}]],
  inferProtocol: [protocols.inferProtocol, [[[message]], { roles: ['a', 'b'], tail: 2 }]],
  definitionText: [protocols.definitionText, [definition]],
  recordedTraces: [protocols.recordedTraces, [recording, 'p']],
  recordMessage: [protocols.recordMessage, [{ signal: () => {} }, 'p', message]],
  stateDiagram: [protocols.stateDiagram, [definition]],
  sequenceDiagram: [protocols.sequenceDiagram, [chat, [message]]],
} as never;

const wrong: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  NaN,
  Infinity,
  2 ** 31,
  1e300,
  5n,
  'text',
  Symbol('s'),
  {},
  [],
  [null],
  [{}],
  new Map([[5, 5]]),
  new Map([[Symbol('s'), 'text']]),
  () => {},
  () => () => 5,
  new Uint8Array(3),
];

/** The arguments, with each one and each member of it replaced by a wrong value. */
function* withWrong(value: unknown, depth: number): Generator {
  yield* wrong;
  const isPlain = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  if (!isPlain || depth === 0 || value instanceof Map || value instanceof Recording) return;
  for (const [key, member] of Object.entries(value))
    for (const replaced of withWrong(member, depth - 1))
      yield Array.isArray(value) ? value.with(Number(key), replaced) : { ...value, [key]: replaced };
}

const raw =
  /^Cannot |^Invalid |is not a function|is not iterable|is not a constructor|undefined \(|not defined|DataView|JSON input|call stack|BigInt|Symbol value|of null|of undefined/;

test.each(Object.entries(functions))(
  '%s takes right arguments, and refuses wrong ones with errors of its own',
  async (_, [call, args]) => {
    await call(...(args as never[]));
    let refused = 0;
    for (const position of args.keys())
      for (const replaced of withWrong(args[position], 5)) {
        try {
          await call(...(args.with(position, replaced) as never[]));
        } catch (error) {
          refused++;
          expect(error).toBeInstanceOf(Error);
          expect((error as Error).message).not.toMatch(raw);
        }
      }
    expect(refused).toBeGreaterThan(0);
  },
);
