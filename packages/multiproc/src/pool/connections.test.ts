import { describe, expect, test, vi } from 'vitest';
import { deliver } from '../transport/telegraph.ts';
import { Acceptors } from '../worker/acceptors.ts';
import { Connections, openToNobody } from './connections.ts';

interface Pair {
  readonly connections: Connections;
  readonly acceptors: Acceptors;
  readonly onError: (error: unknown) => void;
}

function open(): Pair {
  const onError = vi.fn<(error: unknown) => void>();
  const acceptors: Acceptors = new Acceptors((name, args) => deliver([connections], name, args));
  const connections: Connections = new Connections({
    tell: (name, args) => deliver([acceptors], name, args),
    flush: () => {},
    onError,
  });
  return { acceptors, connections, onError };
}

describe('a channel is forgotten', () => {
  test('when the application closes its port, and nothing is lost', () => {
    const { acceptors, connections } = open();
    acceptors.add('files', (port) => port.close());
    const lost = vi.fn<(reason: Error) => void>();
    for (let i = 0; i < 100; i++) connections.open('files', lost).close();
    expect(connections.count).toBe(0);
    connections.close(new Error('the worker was lost'));
    expect(lost).not.toHaveBeenCalled();
  });

  test('when the worker closes its port, and the application is told', async () => {
    const { acceptors, connections } = open();
    acceptors.add('files', (port) => port.close());
    const reason = await new Promise<Error>((resolve) => connections.open('files', resolve));
    expect(reason.message).toBe('connect: the worker has closed files');
    expect(connections.count).toBe(0);
  });

  test('when the worker refuses it, also if it is closed already', () => {
    const { connections } = open();
    const lost = vi.fn<(reason: Error) => void>();
    const port = connections.open('files', lost);
    expect(lost).toHaveBeenCalledExactlyOnceWith(
      new Error('connect: the worker must accept files, and accepts nothing'),
    );
    port.close();
    connections.refuse(0, []);
    expect([connections.count, lost.mock.calls.length]).toEqual([0, 1]);
  });

  test('when the worker is lost, each once, whatever the callbacks throw or close', () => {
    const { acceptors, connections, onError } = open();
    acceptors.add('files', () => {});
    const reason = new Error('the worker was lost');
    const told: number[] = [];
    const ports = [0, 1, 2].map((i) =>
      connections.open('files', () => {
        told.push(i);
        ports[1]!.close();
        throw new Error('on purpose');
      }),
    );
    connections.close(reason);
    expect(told).toEqual([0, 2]);
    expect(onError).toHaveBeenCalledTimes(2);
    expect(connections.count).toBe(0);
  });
});

describe('a port in a message that nobody will receive is closed', () => {
  /** Sends a port. The promise resolves when it is closed at its other end. */
  function sendPort(through: MessagePort): Promise<string> {
    const { port1, port2 } = new MessageChannel();
    through.postMessage('a port', [port2]);
    return new Promise((resolve) => port1.addEventListener('close', () => resolve('closed')));
  }

  test('if the worker is lost before it was sent the channel', async () => {
    const connections = new Connections({ tell: () => {}, flush: () => {}, onError: () => {} });
    const closed = sendPort(connections.open('files', () => {}));
    connections.close(new Error('the worker was lost'));
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
  open().connections.open('files', function (this: unknown) {
    found.push(this);
  });
  expect(found).toEqual([undefined]);
});

describe('a channel to a worker that is not there', () => {
  const reason = new Error('the worker was lost');

  test('is closed, and its loss is told once', async () => {
    const lost = vi.fn<(reason: Error) => void>();
    const port = openToNobody('files', lost, reason, () => {});
    port.onmessage = () => {}; // in Node an open port that listens keeps the process alive
    expect(lost).not.toHaveBeenCalled();
    await new Promise((resolve) => port.addEventListener('close', resolve));
    expect(lost).toHaveBeenCalledExactlyOnceWith(reason);
  });

  test('is of no interest once the application has closed it', async () => {
    const lost = vi.fn<(reason: Error) => void>();
    openToNobody('files', lost, reason, () => {}).close();
    await Promise.resolve();
    expect(lost).not.toHaveBeenCalled();
  });

  test('reports what its callback throws', async () => {
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

test('what is sent through a channel comes to the acceptor of its name', async () => {
  const { acceptors, connections } = open();
  acceptors.add('files', (port) => port.postMessage('welcome'));
  const port = connections.open('files', () => {});
  const data = await new Promise((resolve) => (port.onmessage = (event) => resolve(event.data)));
  expect(data).toBe('welcome');
  port.close();
});

test.each([undefined, null, 5, {}])('%s is no name of channels and no acceptor', (bad) => {
  const { acceptors } = open();
  expect(() => acceptors.add(bad as never, () => {})).toThrow('accept: name must be a string');
  expect(() => acceptors.add('files', bad as never)).toThrow('accept: acceptor must be a function');
});

test('a generator function is no acceptor', () => {
  const { acceptors } = open();
  expect(() => acceptors.add('files', function* () {})).toThrow(
    'accept: acceptor must be a function that is not a generator function',
  );
});
