import { expect, test } from 'vitest';
import { receiptsOf, runsOf } from './counterparts.ts';
import type { MessageEvent, ReceiptEvent, RemoteEvent, TaskEvent } from './recorded-event.ts';
import { Recorder } from './recorder.ts';
import { Recording } from './recording.ts';
import { sharedSessionName } from './session-names.ts';

function remote(id: number, sent: number, end: number, worker = 'worker 0'): RemoteEvent {
  return {
    kind: 'remote',
    thread: 'main',
    name: 'row',
    start: sent - 1,
    end,
    status: 'done',
    worker,
    sent,
    id,
  };
}

function run(id: number, start: number, end: number, thread = 'worker 0'): TaskEvent {
  return { kind: 'task', thread, name: 'row', start, end, priority: 0, id };
}

test('a callback belongs to the last task of its number that was sent before it', () => {
  const [first, second, other] = [remote(3, 10, 20), remote(3, 30, 50), remote(3, 12, 20, 'worker 1')];
  const [one, two, three] = [run(3, 11, 15), run(3, 31, 35), run(3, 36, 49)];
  const elsewhere = run(3, 14, 16, 'worker 1');
  const runs = runsOf([first, one, other, elsewhere, second, two, three]);
  expect([...runs]).toEqual([
    [first, [one]],
    [other, [elsewhere]],
    [second, [two, three]],
  ]);
});

test('a callback that seems to end after the next task was sent belongs to its own task', () => {
  const [first, second] = [remote(0, 10, 12), remote(0, 12.5, 40)];
  const [one, two] = [run(0, 10.5, 30), run(0, 30.5, 39)]; // the worker was interrupted after it had sent the result
  expect([...runsOf([first, one, second, two])]).toEqual([
    [first, [one]],
    [second, [two]],
  ]);
});

test('small differences of the clocks do not matter', () => {
  const task = remote(0, 10, 20);
  const callback = run(0, 9.9, 15);
  expect(runsOf([task, callback]).get(task)).toEqual([callback]);
});

test('with a coarse clock, a callback between two tasks of a number belongs to the later one', () => {
  const [first, second] = [remote(0, 10, 12), remote(0, 12.1, 20)];
  const [one, two] = [run(0, 10, 12), run(0, 12, 12.3)];
  expect([...runsOf([first, one, second, two])]).toEqual([
    [first, [one]],
    [second, [two]],
  ]);
});

test('with a coarse clock, the order of the callbacks decides between tasks of equal times', () => {
  const tasks = [remote(0, 10, 10), remote(0, 10, 11), remote(0, 11, 11), remote(0, 11, 12)];
  const callbacks = [run(0, 10, 10), run(0, 10, 10), run(0, 11, 12), run(0, 12, 12)];
  expect([...runsOf([...tasks, ...callbacks]).values()]).toEqual(callbacks.map((callback) => [callback]));
});

test('a callback that begins a rounding error before its task was sent belongs to this task', () => {
  const [first, second] = [remote(0, 449, 474.000_000_1), remote(0, 474.000_000_1, 482)];
  const [one, two] = [run(0, 450, 450), run(0, 474, 474)];
  expect([...runsOf([first, one, second, two])]).toEqual([
    [first, [one]],
    [second, [two]],
  ]);
});

test.each([-8, -2, 0, 2, 8])('with a clock error of %d ms, each task has its callback', (error) => {
  const tasks = Array.from({ length: 100 }, (_, i) => remote(0, 6 * i, 6 * i + 5));
  const callbacks = tasks.map(({ sent }) => run(0, sent! + 1 + error, sent! + 4 + error));
  const runs = runsOf([...tasks, ...callbacks]);
  expect([...runs.values()]).toEqual(callbacks.map((callback) => [callback]));
});

test('the steps of a generator stay together, and a cancelled task needs no callback', () => {
  const [first, cancelled, last] = [
    remote(0, 10, 20),
    { ...remote(0, 20, 21), status: 'cancelled' as const },
    remote(0, 21, 30),
  ];
  const steps = [run(0, 11, 12), run(0, 15, 16), run(0, 19, 20)];
  const callback = run(0, 21, 22);
  expect([...runsOf([first, cancelled, last, ...steps, callback])]).toEqual([
    [first, steps],
    [cancelled, []],
    [last, [callback]],
  ]);
});

test('a callback far from its task is left out, and one near another callback is too', () => {
  const task = remote(0, 10, 20);
  const callback = run(0, 12, 13);
  expect(runsOf([task, callback, run(0, 25, 26)]).get(task)).toEqual([callback]);
  expect(runsOf([task, run(0, 31, 32)]).get(task)).toEqual([]);
});

test('a task whose callback was not recorded has none, and a callback without a task is left out', () => {
  const task = remote(0, 10, 20);
  const queued: RemoteEvent = { ...task, worker: undefined, sent: undefined, id: undefined };
  const runs = runsOf([run(0, -5, -4), task, queued, run(0, 35, 36), run(1, 12, 13)]);
  expect([...runs]).toEqual([[task, []]]);
});

/** Records a message in each direction. Both have the number 7. `client`, `server`: the recorders of the endpoints. */
function exchange(client: Recorder, server: Recorder): void {
  const [ask, answer] = [{ status: 'delivered' }, { status: 'delivered' }];
  const [ofClient, ofServer] = [client.session('game'), server.session('game')];
  ofClient.queued(ask);
  ofServer.queued(answer);
  ofClient.sent(ask, 7);
  ofServer.sent(answer, 7);
  ofServer.received(7, 0, 10);
  ofClient.received(7, 0, 20);
  ofClient.read(7);
  ofServer.read(7);
  ofClient.ended(ask);
  ofServer.ended(answer);
}

const recorders: [string, () => readonly [Recorder, Recorder]][] = [
  ['two threads', () => [new Recorder({ thread: 'client' }), new Recorder({ thread: 'server' })]],
  ['two recorders of the default name', () => [new Recorder(), new Recorder()]],
];

test.each(recorders)('the receipt of a message is that of the other endpoint: %s', (_, recordersOf) => {
  const [client, server] = recordersOf();
  exchange(client, server);
  const recordings = [client, server].map((recorder) => recorder.recording());
  const merged = Recording.merge([structuredClone(recordings[0]!), recordings[1]!]);
  const messages = merged.events.filter((event): event is MessageEvent => event.kind === 'message');
  const sent = recordings.map(({ events }) => events.find(({ kind }) => kind === 'message') as MessageEvent);
  const sizes = sent.map(
    ({ endpoint }) => merged.receiptOf(messages.find((message) => message.endpoint === endpoint)!)?.size,
  );
  expect(sizes).toEqual([10, 20]);
});

test('one recorder may record both endpoints', () => {
  const recorder = new Recorder();
  exchange(recorder, recorder);
  const recording = recorder.recording();
  const messages = recording.events.filter((event): event is MessageEvent => event.kind === 'message');
  const receipts = messages.map((message) => recording.receiptOf(message)!);
  expect(new Set(receipts.map(({ size }) => size))).toEqual(new Set([10, 20]));
  for (const [index, { endpoint }] of receipts.entries())
    expect(endpoint).not.toBe(messages[index]!.endpoint);
});

test('endpoints without numbers are told apart by their threads', () => {
  const common = { name: 'game', start: 0, end: 1, id: 7 } as const;
  const message: MessageEvent = {
    ...common,
    kind: 'message',
    thread: 'client',
    status: 'delivered',
    sent: 0,
  };
  const own: ReceiptEvent = { ...common, kind: 'receipt', thread: 'client', size: 1 };
  const other: ReceiptEvent = { ...own, thread: 'server' };
  expect([...receiptsOf([message, own, other])]).toEqual([[message, other]]);
  expect([...receiptsOf([message, own])]).toEqual([]);
});

test('a recorder of thousands of sessions keeps names for callbacks, and finds the receipts of each session', () => {
  let now = 0;
  const options = { clock: { now: () => now++ }, origin: 0 };
  const server = new Recorder({ ...options, thread: 'server' });
  const clients = Array.from({ length: 3000 }, (_, number) => {
    const client = new Recorder({ ...options, thread: `client ${number}`, capacity: 16 });
    const [ofServer, ofClient] = [server, client].map((recorder) => recorder.session(`session ${number}`));
    const message = { status: 'waiting' };
    ofServer!.queued(message);
    ofServer!.sent(message, 7);
    ofClient!.received(7, 0, number);
    ofClient!.read(7);
    message.status = 'delivered';
    ofServer!.ended(message);
    return client;
  });
  const merged = Recording.merge([server, ...clients].map((recorder) => recorder.recording()));
  const messages = merged.events.filter((event): event is MessageEvent => event.kind === 'message');
  expect(messages.map((message) => merged.receiptOf(message)?.size)).toEqual([...clients.keys()]);
  server.signal('a new name', 1);
  expect(server.recording().events.at(-1)!.name).toBe('a new name');
});

test('the receipt of a session with a shared name is found by its number and time, and not that of another session', () => {
  const name = 'session of Ada';
  const message: MessageEvent = {
    kind: 'message',
    thread: 'server',
    name: sharedSessionName(name),
    start: 9,
    sent: 10,
    end: 20,
    id: 7,
    status: 'delivered',
  };
  const receipt: ReceiptEvent = { kind: 'receipt', thread: 'Ada', name, start: 15, end: 15, id: 7, size: 1 };
  const earlier = { ...receipt, thread: 'Bob', name: message.name, start: 1, end: 1 };
  expect(receiptsOf([message, receipt]).get(message)).toBe(receipt);
  expect(receiptsOf([message, { ...receipt, id: 8 }, { ...receipt, name: 'session of Bob' }]).size).toBe(0);
  const shared = { ...receipt, name: message.name };
  expect(receiptsOf([message, earlier, shared]).get(message)).toBe(shared);
  expect(receiptsOf([message, earlier, receipt]).get(message)).toBe(receipt);
  expect(receiptsOf([message, shared, { ...earlier, start: 30, end: 30 }]).get(message)).toBe(shared);
  // Two names that only have the same short name are different sessions.
  const other = Array.from({ length: 1e5 }, (_, number) => `session ${number}`).find(
    (one) => sharedSessionName(one) === message.name,
  )!;
  expect(receiptsOf([{ ...message, name: other }, receipt]).size).toBe(0);
});
