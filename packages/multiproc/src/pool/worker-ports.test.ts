import { describe, expect, test, vi } from 'vitest';
import { deliver, receiver } from '../transport/remote-methods.ts';
import { Acceptors } from '../worker/acceptors.ts';
import { WorkerPorts, openToNobody } from './worker-ports.ts';
import {
  type AcceptorToPool,
  acceptorToPool,
  type PoolToAcceptor,
  poolToAcceptor,
} from '../transport/port-messages.ts';

interface Pair {
  readonly ports: WorkerPorts;
  readonly acceptors: Acceptors;
  readonly onError: (error: unknown) => void;
}

function open(): Pair {
  const onError = vi.fn<(error: unknown) => void>();
  const acceptors: Acceptors = new Acceptors((name, args) =>
    deliver([receiver<AcceptorToPool>(ports, acceptorToPool)], name, args),
  );
  const ports: WorkerPorts = new WorkerPorts({
    send: (name, args) => deliver([receiver<PoolToAcceptor>(acceptors, poolToAcceptor)], name, args),
    flush: () => {},
    onError,
  });
  return { acceptors, ports, onError };
}

describe('a channel is removed', () => {
  test('when the application closes its port, without a call of lost', () => {
    const { acceptors, ports } = open();
    acceptors.add('files', (port) => port.close());
    const lost = vi.fn<(reason: Error) => void>();
    for (let i = 0; i < 100; i++) ports.open('files', lost).close();
    expect(ports.count).toBe(0);
    ports.close(new Error('the worker was lost'));
    expect(lost).not.toHaveBeenCalled();
  });

  test('when the worker closes its port, with a call of lost', async () => {
    const { acceptors, ports } = open();
    acceptors.add('files', (port) => port.close());
    const reason = await new Promise<Error>((resolve) => ports.open('files', resolve));
    expect(reason.message).toBe('connect: the worker has closed files');
    expect(ports.count).toBe(0);
  });

  test('when the worker refuses it, even if it is closed already', () => {
    const { ports } = open();
    const lost = vi.fn<(reason: Error) => void>();
    const port = ports.open('files', lost);
    expect(lost).toHaveBeenCalledExactlyOnceWith(
      new Error('connect: the worker must accept files, and accepts nothing'),
    );
    port.close();
    ports.refused(0, []);
    expect([ports.count, lost.mock.calls.length]).toEqual([0, 1]);
  });

  test('when the worker is lost, with at most one call of each lost callback, even if the callbacks throw or close other channels', () => {
    const { acceptors, ports, onError } = open();
    acceptors.add('files', () => {});
    const reason = new Error('the worker was lost');
    const called: number[] = [];
    const opened = [0, 1, 2].map((i) =>
      ports.open('files', () => {
        called.push(i);
        opened[1]!.close();
        throw new Error('on purpose');
      }),
    );
    ports.close(reason);
    expect(called).toEqual([0, 2]);
    expect(onError).toHaveBeenCalledTimes(2);
    expect(ports.count).toBe(0);
  });
});

describe('a port in a message that is never received is closed', () => {
  /** Sends a port. The promise resolves when it is closed at its other end. */
  function sendPort(through: MessagePort): Promise<string> {
    const { port1, port2 } = new MessageChannel();
    through.postMessage('a port', [port2]);
    return new Promise((resolve) => port1.addEventListener('close', () => resolve('closed')));
  }

  test('if the worker is lost before the channel was sent to it', async () => {
    const ports = new WorkerPorts({ send: () => {}, flush: () => {}, onError: () => {} });
    const closed = sendPort(ports.open('files', () => {}));
    ports.close(new Error('the worker was lost'));
    expect(await closed).toBe('closed');
  });

  test('if the worker does not accept the channel', async () => {
    const { acceptors } = open();
    const { port1, port2 } = new MessageChannel();
    const closed = sendPort(port1);
    acceptors.connect(0, 'files', port2);
    expect(await closed).toBe('closed');
  });

  test('if there is no worker', async () => {
    const lost = new Error('the worker was lost');
    const port = openToNobody(
      'files',
      () => {},
      lost,
      () => {},
    );
    expect(await sendPort(port)).toBe('closed');
  });

  test('if there is no worker, and the application has closed the channel', async () => {
    const lost = new Error('the worker was lost');
    const port = openToNobody(
      'files',
      () => {},
      lost,
      () => {},
    );
    const closed = sendPort(port);
    port.close();
    expect(await closed).toBe('closed');
  });
});

test('the callback of a channel is called without `this`', () => {
  const found: unknown[] = [];
  open().ports.open('files', function (this: unknown) {
    found.push(this);
  });
  expect(found).toEqual([undefined]);
});

describe('a channel to an absent worker', () => {
  const reason = new Error('the worker was lost');

  test('is closed, and its loss is reported once', async () => {
    const lost = vi.fn<(reason: Error) => void>();
    const port = openToNobody('files', lost, reason, () => {});
    port.onmessage = () => {}; // in Node an open port that listens keeps the process alive
    expect(lost).not.toHaveBeenCalled();
    await new Promise((resolve) => port.addEventListener('close', resolve));
    expect(lost).toHaveBeenCalledExactlyOnceWith(reason);
  });

  test('does not call lost once the application has closed it', async () => {
    const lost = vi.fn<(reason: Error) => void>();
    openToNobody('files', lost, reason, () => {}).close();
    await Promise.resolve();
    expect(lost).not.toHaveBeenCalled();
  });

  test('reports errors of its callback', async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const error = new Error('on purpose');
    const lost = (): never => {
      throw error;
    };
    openToNobody('files', lost, reason, onError);
    await Promise.resolve();
    expect(onError).toHaveBeenCalledExactlyOnceWith(error);
  });
});

test('messages through a channel reach the acceptor of its name', async () => {
  const { acceptors, ports } = open();
  acceptors.add('files', (port) => port.postMessage('hello'));
  const port = ports.open('files', () => {});
  const data = await new Promise((resolve) => (port.onmessage = (event) => resolve(event.data)));
  expect(data).toBe('hello');
  port.close();
});

test.each([undefined, null, 5, {}])('%s is refused as the name of a channel and as an acceptor', (bad) => {
  const { acceptors } = open();
  expect(() => acceptors.add(bad as never, () => {})).toThrow('accept: name must be a string');
  expect(() => acceptors.add('files', bad as never)).toThrow('accept: acceptor must be a function');
});

test('a generator function is refused as an acceptor', () => {
  const { acceptors } = open();
  expect(() => acceptors.add('files', function* () {})).toThrow(
    'accept: acceptor must be a function that is not a generator function',
  );
});
