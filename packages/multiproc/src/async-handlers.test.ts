import { afterEach, expect, test, vi } from 'vitest';
import { deliver, receiver } from './transport/remote-methods.ts';
import { WorkerPorts } from './pool/worker-ports.ts';
import { safeErrorHandler } from './pool/safe-error-handler.ts';
import { Hub } from './session/hub.ts';
import { SharedState } from './session/shared-state.ts';
import { Acceptors } from './worker/acceptors.ts';
import {
  type AcceptorToPool,
  acceptorToPool,
  type PoolToAcceptor,
  poolToAcceptor,
} from './transport/port-messages.ts';

// Applications may pass async functions as callbacks. Therefore the declared result type of
// callbacks is `unknown`: with `void`, linters would refuse async functions.

const print = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => print.mockClear());

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('rejections of async callbacks for shared state go to onError', async () => {
  const errors: string[] = [];
  const hub = new Hub((error) => errors.push(String(error)));
  const part = new SharedState(hub.peer);
  part.subscribe('topic', async (value) => Promise.reject(new Error(`subscriber ${String(value)}`)));
  part.publish('topic', 1);
  await settle();
  part.subscribe('topic', async () => Promise.reject(new Error('late subscriber')));
  const table = part.table('rows', { height: 'f32' });
  table.commit();
  const replica = await part.replica('rows', { height: 'f32' });
  replica.onChange(async () => Promise.reject(new Error('listener')));
  const worker = hub.join(0, () => {});
  part.entities('things', { died: async ([id]) => Promise.reject(new Error(`died ${id}`)) });
  const methods = hub.methodsFor(worker);
  methods.ofKind('things', 'join', true);
  methods.ofKind('things', 'register', 7);
  hub.leave(worker);
  await settle();
  expect(errors.toSorted()).toEqual([
    'Error: died 7',
    'Error: late subscriber',
    'Error: listener',
    'Error: subscriber 1',
  ]);
  hub.peer.close();
});

test('an acceptor whose promise rejects closes the channel like one that throws, and a rejection of lost goes to onError', async () => {
  const errors: unknown[] = [];
  const acceptors: Acceptors = new Acceptors((name, args) =>
    deliver([receiver<AcceptorToPool>(ports, acceptorToPool)], name, args),
  );
  const ports: WorkerPorts = new WorkerPorts({
    send: (name, args) => deliver([receiver<PoolToAcceptor>(acceptors, poolToAcceptor)], name, args),
    flush: () => {},
    onError: (error) => errors.push(error),
  });
  acceptors.add('files', async () => Promise.reject(new Error('full')));
  ports.open('files', async (reason) => Promise.reject(reason));
  await settle();
  expect(errors).toEqual([new Error('connect: the acceptor of files threw')]);
  expect((errors[0] as Error).cause).toEqual(new Error('full'));
  expect(ports.count).toBe(0);
});

test('rejections of onError go to console.error, like its errors', async () => {
  const onError = safeErrorHandler(async () => Promise.reject(new Error('the report failed')));
  onError(new Error('first'));
  await settle();
  expect(print.mock.calls).toEqual([[new Error('the report failed')]]);
});
