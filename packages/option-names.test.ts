import { estimateLoads, nearestTo, qualityBalance, staticGrid } from '@doha/adapt';
import { EngineFrame } from '@doha/engines';
import { entityChunks, rowChunks } from '@doha/engines/ecs';
import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { inferProtocol, protocol } from '@doha/monitor/protocol';
import { Recording } from '@doha/monitor';
import {
  type BenchmarkOptions,
  type LoadOptions,
  loadOf,
  MemoryLog,
  RecordedSession,
  Replay,
  type ReplayOptions,
  type ReplayRunOptions,
  rerun,
  type RerunOptions,
  startBenchmark,
} from '@doha/monitor/replay';
import { type CallOptions, type CloseOptions, MultiProc, type SubmitOptions } from '@doha/multiproc';
import { simulate } from '@doha/multiproc/virtual';
import {
  type PublishOptions,
  type ReplicaOptions,
  type SharedPool,
  type TableOptions,
  share,
} from '@doha/multiproc/shared';
import { Paceline, PacelineSocket, type PacelineSocketOptions } from '@doha/paceline';
import {
  type RecordingWriterOptions,
  RecordingWriter,
  saveRecording,
  type SaveOptions,
} from '@doha/monitor/file';
import { causesOf, type CausesOptions, selectEvents, type Selection } from '@doha/monitor/query';
import { PacelineServer, PacelineWebSocketServer } from '@doha/paceline/node';
import { VirtualPair } from '@doha/paceline/virtual';
import { afterEach, expect, test, vi } from 'vitest';
import { samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { members, membersOf } from './option-members.test.setup.ts';

// Tests run under the condition `development`, under which the packages warn.

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

interface Api {
  readonly names: readonly string[];
  readonly call: (options: never) => unknown;
}

const minimal = { entities: [], priority: () => 1, update: () => {} };

/**
 * Adds the required options: in `loop` and `adapt`, a call that throws does not warn. Returns `options` unchanged
 * if it is not an object.
 */
function over<T extends object>(options: unknown, required: T): T {
  return typeof options === 'object' && options !== null ? { ...options, ...required } : (options as T);
}

async function withPool(use: (proc: SharedPool<typeof samples.functions>) => unknown): Promise<void> {
  const proc = await share(MultiProc.start({ workers: 0, inThread: () => samples, onError: () => {} }));
  try {
    await use(proc);
  } finally {
    proc.dispose();
  }
}

const { adapt, engines, loop, monitor, multiproc, paceline } = members;
const chat = protocol({ name: 'chat', roles: ['a', 'b'], start: 'open', states: { open: {} } });
const { send: sendNames = [], stream: streamNames = [] } = paceline!;
/** The options of a `Frame` that those of chunks include. */
const namesOfChunks = loop!['Frame']!.filter(
  (name) => !['always', 'entities', 'initialAge', 'order', 'replaces', 'update'].includes(name),
);
const namesOfBoth = paceline!['connect and PacelineServer']!;

/** Starts no connection: the address is invalid. */
async function connect(options: object): Promise<void> {
  await Paceline.connect('nowhere:', options).then((session) => session.terminate());
}

/** A log without entries. */
function emptyLog(): readonly Uint8Array[] {
  const sink = new MemoryLog();
  new RecordedSession({ sink }).end();
  return sink.chunks;
}

const oneEvent = new Recording([{ kind: 'turn', thread: 'main', name: 'turn', start: 0, end: 1 }]);

const apis: Readonly<Record<string, Api>> = {
  EventLoop: { names: loop!['EventLoop']!, call: (options) => new EventLoop(options).dispose() },
  'EventLoop.run': {
    names: loop!['EventLoop.run']!,
    call: (options) => new EventLoop({ host: new VirtualHost() }).run(options),
  },
  Task: { names: loop!['Task']!, call: (options) => new Task(() => {}, options) },
  Timer: { names: loop!['Timer']!, call: (options) => new Timer(() => {}, over(options, { after: 1 })) },
  everyFrame: {
    names: loop!['everyFrame']!,
    call: (options) =>
      everyFrame(new EventLoop({ host: new VirtualHost() }), over(options, { simulate: { tick() {} } })),
  },
  Frame: { names: loop!['Frame']!, call: (options) => new Frame(over(options, minimal)) },
  'Frame.run': {
    names: loop!['Frame.run']!,
    call: (options) => new Frame(minimal).run(over(options, { elapsed: 0, budget: 1 })),
  },
  EngineFrame: {
    names: [...loop!['Frame']!, ...engines!['EngineFrame']!],
    call: (options) => new EngineFrame(over(options, minimal)).dispose(),
  },
  entityChunks: {
    names: [...namesOfChunks, ...engines!['entityChunks']!, 'entities', 'update'],
    call: (options) => new Frame(entityChunks(over(options, { entities: () => [], update: () => {} }))),
  },
  rowChunks: {
    names: [...namesOfChunks, ...engines!['rowChunks']!, 'update'],
    call: (options) => new Frame(rowChunks(over(options, { count: () => 0, update: () => {} }))),
  },
  VirtualHost: {
    names: loop!['VirtualHost']!,
    call: (options) => new VirtualHost(options),
  },
  nearestTo: { names: [...adapt!['nearestTo']!, 'at'], call: (options) => nearestTo([], options) },
  staticGrid: {
    names: adapt!['staticGrid']!,
    call: (options) => staticGrid(over(options, { width: 1, height: 1, parts: 1 })),
  },
  qualityBalance: {
    names: adapt!['qualityBalance']!,
    call: (options) => qualityBalance([], over(options, { columns: 1, parts: 1 })),
  },
  estimateLoads: {
    names: adapt!['estimateLoads']!,
    call: (options) => estimateLoads([], over(options, { capacity: 1, fullRate: 1, growth: 1 })),
  },
  endpoint: {
    names: monitor!['Protocol.endpoint']!,
    call: (options) => chat.endpoint('a', over(options, { send: () => {}, listen: () => {} })),
  },
  inferProtocol: {
    names: monitor!['inferProtocol']!,
    call: (options) => inferProtocol([], over(options, { roles: ['a', 'b'] as const })),
  },
  RecordedSession: {
    names: monitor!['RecordedSession']!,
    call: (options) => new RecordedSession(over(options, { sink: new MemoryLog() })),
  },
  Replay: {
    names: membersOf<ReplayOptions>({ probe: true, frameProbe: true }),
    call: (options) => new Replay(emptyLog(), () => {}, options),
  },
  'Replay.run': {
    names: membersOf<ReplayRunOptions>({ until: true, speed: true }),
    call: async (options) => new Replay(emptyLog(), () => {}).run(options),
  },
  rerun: {
    names: membersOf<RerunOptions>({
      costs: true,
      displayRate: true,
      frameProbe: true,
      probe: true,
      signal: true,
    }),
    call: async (options) => rerun(emptyLog(), () => {}, over(options, { costs: new Map() })),
  },
  loadOf: {
    names: membersOf<LoadOptions>({ thread: true }),
    call: (options) => loadOf(oneEvent, over(options, { thread: 'main' })),
  },
  startBenchmark: {
    names: membersOf<BenchmarkOptions>({ host: true, onEnd: true, spend: true }),
    call: (options) =>
      startBenchmark(loadOf(oneEvent), over(options, { host: new VirtualHost(), spend: () => {} })).dispose(),
  },
  'MultiProc.start': {
    names: multiproc!['MultiProc.start']!,
    call: (options) => share(MultiProc.start(options)).then((proc) => proc.dispose()),
  },
  submit: {
    names: multiproc!['submit']!,
    call: (options: SubmitOptions) =>
      withPool((proc) => proc.task('add', options).submit([1, 1], options).result),
  },
  call: {
    names: multiproc!['call']!,
    call: (options: CallOptions) => withPool((proc) => proc.worker(0).call('add', [1, 1], options)),
  },
  'MultiProc.close': {
    names: multiproc!['close']!,
    call: (options: CloseOptions) => withPool((proc) => proc.close(options)),
  },
  publish: {
    names: multiproc!['publish']!,
    call: (options: PublishOptions) => withPool((proc) => proc.publish('topic', 1, options)),
  },
  table: {
    names: multiproc!['table']!,
    call: (options: TableOptions) => withPool((proc) => proc.table('rows', { height: 'f32' }, options)),
  },
  replica: {
    names: multiproc!['replica']!,
    call: (options: ReplicaOptions) =>
      withPool((proc) => {
        proc.table('rows', { height: 'f32' }).commit();
        return proc.replica('rows', { height: 'f32' }, options);
      }),
  },
  simulate: {
    names: multiproc!['simulate']!,
    call: (options) => simulate(options),
  },
  connect: { names: [...namesOfBoth, ...paceline!['connect']!], call: connect },
  PacelineServer: {
    names: [...namesOfBoth, ...paceline!['PacelineServer']!],
    call: (options) => new PacelineServer(options),
  },
  'PacelineWebSocketServer.with': {
    names: [
      ...namesOfBoth,
      'authenticate',
      'onRefused',
      'onError',
      'isClustered',
      'maxMemory',
      'maxSendMemory',
      'maxSessions',
      'maxConnections',
      'classify',
    ],
    call: (options) => PacelineWebSocketServer.with(options),
  },
  PacelineSocket: {
    names: membersOf<PacelineSocketOptions>({
      chunkSize: true,
      classify: true,
      controller: true,
      heartbeat: true,
      resumeTimeout: true,
      loop: true,
      onError: true,
      standbys: true,
      timeout: true,
      WebSocket: true,
    }),
    call: (options) => new PacelineSocket('nowhere:', [], options),
  },
  RecordingWriter: {
    names: membersOf<RecordingWriterOptions>({
      origin: true,
      metadata: true,
      maxPending: true,
      onError: true,
    }),
    call: (options) => new RecordingWriter(() => {}, options),
  },
  saveRecording: {
    names: membersOf<SaveOptions>({ entries: true, metadata: true }),
    call: (options) => saveRecording(recording, options),
  },
  selectEvents: {
    names: membersOf<Selection>({ thread: true, from: true, to: true }),
    call: (options) => selectEvents(recording, options),
  },
  causesOf: {
    names: membersOf<CausesOptions>({ due: true, thread: true, links: true }),
    call: (options) => causesOf(recording, late, options),
  },
  stream: { names: streamNames, call: (options) => new VirtualPair().client.stream(options) },
  send: { names: sendNames, call: (options) => new VirtualPair().client.send('x', options) },
  close: {
    names: paceline!['close']!,
    call: (options) => void new VirtualPair().client.close(options),
  },
};

const late = { kind: 'timer', thread: 'main', name: 'step', start: 1, end: 1, lateness: 1 } as const;
const recording = new Recording([late]);

/**
 * Calls the API with options that are all undefined, and returns the warnings. Undefined options
 * count as absent, so the call fails if one of them is required.
 */
async function warningsOf({ call }: Api, names: readonly string[]): Promise<string[]> {
  const options = Object.fromEntries(names.map((name) => [name, undefined]));
  try {
    await call(options as never);
  } catch (error) {
    expect(String(error)).toMatch(/must be|Worker|WebSocket|SyntaxError/);
  }
  return warn.mock.calls.map(([message]) => String(message));
}

test.each(Object.entries(apis))(
  '%s warns of an unknown option, and of none of its own options',
  async (name, api) => {
    expect(await warningsOf(api, api.names)).toEqual([]);
    const [first] = api.names;
    const warnings = await warningsOf(api, ['interval', first!.toUpperCase()]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(`@doha: ${name}: there is no option interval; the options are `);
    for (const each of api.names) expect(warnings[0]).toContain(each);
    expect(warnings[1]).toBe(
      `@doha: ${name}: there is no option ${first!.toUpperCase()}; did you mean ${first}?`,
    );
  },
);

test.each(Object.entries(apis))('%s refuses options that are no object', async (name, { call }) => {
  for (const options of [null, 5, 'options']) {
    const error: unknown = await Promise.resolve()
      .then(() => call(options as never))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(`${name}: options must be an object, got `);
  }
});

test('entities and the tasks of simulate warn of an unknown member by name', async () => {
  await withPool((proc) => {
    proc.entities('typos', { dyed: () => {} } as never);
    proc.entities('instances', new Herd() as never);
  });
  const tasks = [{ cost: 1, prioriy: 1 }];
  const own = { submit: 0, task: 0, settle: 0, choice: 0, message: 0 };
  const costs = { latency: 0, main: own, worker: { task: 0, message: 0 } };
  await simulate({ workers: 1, costs, tasks });
  expect(warn.mock.calls.map(String)).toEqual([
    expect.stringContaining('entities: there is no option dyed'),
    expect.stringContaining('simulate: tasks: there is no option prioriy'),
  ]);
});

class Herd {
  size = 0;
}

test('a call of @doha/adapt that is refused does not warn of its unknown options', () => {
  const unknown = { unheardOf: 1 }; // used by no other test, because each warning is shown once
  const refused: (() => unknown)[] = [
    () => nearestTo([], { ...unknown, at: 5 as never }),
    () => nearestTo([], { ...unknown, at: function* () {} as never }),
    () => nearestTo([], { ...unknown, halfAt: 0 }),
    () => staticGrid({ ...unknown, width: 1, height: 1, parts: 0 }),
    () => qualityBalance([], { ...unknown, columns: 1, parts: 2, capacities: [1] }),
    () => estimateLoads([], { ...unknown, capacity: 0, fullRate: 1, growth: 1 }),
  ];
  for (const call of refused) expect(call).toThrow(Error);
  expect(warn).not.toHaveBeenCalled();
});
