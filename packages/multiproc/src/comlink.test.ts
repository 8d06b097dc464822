import { releaseProxy, transfer } from 'comlink';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deliver, receiver } from './transport/remote-methods.ts';
import { offer, wrap } from './comlink.ts';
import { WorkerPorts } from './pool/worker-ports.ts';
import { Acceptors } from './worker/acceptors.ts';
import {
  type AcceptorToPool,
  acceptorToPool,
  type PoolToAcceptor,
  poolToAcceptor,
} from './transport/port-messages.ts';

/** The object that a worker offers. */
const object = {
  double: (number: number): number => 2 * number,
  fail: (): never => {
    throw new Error('on purpose');
  },
  reject: (): Promise<never> => Promise.reject(new Error('on purpose, later')),
  never: (): Promise<never> => new Promise(() => {}),
  giveFunction: (): unknown => () => {}, // cannot be copied
};

let acceptors: Acceptors;
let ports: WorkerPorts;
const worker = {
  connect: (name: string, lost: (reason: Error) => void): MessagePort => ports.open(name, lost),
};

beforeEach(() => {
  acceptors = new Acceptors((name, args) =>
    deliver([receiver<AcceptorToPool>(ports, acceptorToPool)], name, args),
  );
  ports = new WorkerPorts({
    send: (name, args) => deliver([receiver<PoolToAcceptor>(acceptors, poolToAcceptor)], name, args),
    flush: () => {},
    onError: (error) => {
      throw error;
    },
  });
  offer({ accept: (name, acceptor) => acceptors.add(name, acceptor) }, object);
});
afterEach(() => ports.close(new Error('the test is over')));

const lost = new Error('the worker was lost');

describe('a call settles when the worker', () => {
  test('returns', async () => {
    await expect(wrap<typeof object>(worker).double(4)).resolves.toBe(8);
  });

  test('throws', async () => {
    await expect(wrap<typeof object>(worker).fail()).rejects.toThrow('on purpose');
  });

  test('rejects', async () => {
    await expect(wrap<typeof object>(worker).reject()).rejects.toThrow('on purpose, later');
  });

  test('returns a value that cannot be copied', async () => {
    await expect(wrap<typeof object>(worker).giveFunction()).rejects.toThrow('Unserializable return value');
  });

  test('is lost, and so does each later call', async () => {
    const proxy = wrap<typeof object>(worker);
    const pending = [proxy.never(), proxy.never()];
    ports.close(lost);
    for (const each of [...pending, proxy.double(1)]) await expect(each).rejects.toBe(lost);
  });

  test('offers no object', async () => {
    acceptors = new Acceptors((name, args) =>
      deliver([receiver<AcceptorToPool>(ports, acceptorToPool)], name, args),
    );
    await expect(wrap<typeof object>(worker).double(1)).rejects.toThrow(
      'the worker must accept comlink, and accepts nothing',
    );
  });
});

test('an argument that cannot be copied rejects its call, and the next call is answered', async () => {
  const proxy = wrap<typeof object>(worker);
  await expect(proxy.double((() => {}) as never)).rejects.toThrow('could not be cloned');
  await expect(proxy.double(1)).resolves.toBe(2);
});

test('a port in a call to a lost worker is closed and does not keep the process alive', async () => {
  const proxy = wrap<{ use(port: MessagePort): void }>(worker);
  ports.close(lost);
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise((resolve) => port1.addEventListener('close', resolve));
  await expect(proxy.use(transfer(port2, [port2]))).rejects.toBe(lost);
  await closed;
});

test('a released proxy is removed, and other proxies continue', async () => {
  const proxies = Array.from({ length: 50 }, () => wrap<typeof object>(worker));
  const [kept, ...released] = proxies as [(typeof proxies)[0], ...typeof proxies];
  await Promise.all(released.map(async (proxy) => proxy.double(1)));
  for (const proxy of released) proxy[releaseProxy]();
  await expect(kept.double(1)).resolves.toBe(2);
  await expect(kept.double(2)).resolves.toBe(4);
  expect(ports.count).toBe(1);
});

test('a worker can offer only one object', () => {
  expect(() => offer({ accept: (name, acceptor) => acceptors.add(name, acceptor) }, {})).toThrow(RangeError);
});

test.each([undefined, 5, { worker: 0 }])(
  'a value that is not a worker handle is refused with an error that names it: %o',
  (bad) => {
    expect(() => wrap(bad as never)).toThrow(
      /^wrap: worker must be a worker handle, such as proc\.worker\(0\), got (undefined|5|an object \(Object\))$/,
    );
    expect(() => offer(bad as never, {})).toThrow(
      /^offer: exposed must be what expose\(\) has returned, got /,
    );
  },
);
