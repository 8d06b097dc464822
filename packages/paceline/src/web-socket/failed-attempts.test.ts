import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../client/test-client.test.setup.ts';
import type { SocketClass } from '../client/platform-socket.ts';
import type { Socket } from '../transport/socket-link.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { PacelineSocket } from './paceline-socket.ts';

afterEach(() => vi.unstubAllGlobals());

class Attempts {
  tooMany = 0;
  #attempts: FailedAttempts = new FailedAttempts(() => this.tooMany++);

  /** Lets one attempt fail for each argument: 'opening' before its socket has opened, 'open' after that. */
  fail(...before: ('opening' | 'open')[]): void {
    for (const moment of before) {
      const socket = new EventTarget();
      this.#attempts.watch(socket as EventTarget & Socket);
      if (moment === 'open') socket.dispatchEvent(new Event('open'));
      this.#attempts.failed();
    }
  }
}

test('the fourth attempt that fails in a row exceeds the limit', () => {
  const attempts = new Attempts();
  attempts.fail('opening', 'opening', 'opening');
  expect(attempts.tooMany).toBe(0);
  attempts.fail('opening');
  expect(attempts.tooMany).toBe(1);
});

test('a connection that opens resets the count, and does not count when it is lost', () => {
  const attempts = new Attempts();
  attempts.fail('opening', 'opening', 'opening', 'open', 'opening', 'opening', 'opening');
  expect(attempts.tooMany).toBe(0);
});

test('attempts of a page that is offline do not count', () => {
  const attempts = new Attempts();
  vi.stubGlobal('navigator', { onLine: false });
  attempts.fail('opening', 'opening', 'opening', 'opening', 'opening');
  expect(attempts.tooMany).toBe(0);
});

/** A PacelineSocket whose connections the test makes and ends, on simulated time. */
class TestSocket {
  readonly host: VirtualHost = new VirtualHost();
  readonly made: FakeSocket[] = [];
  readonly socket: PacelineSocket;

  constructor() {
    const { made } = this;
    // As in Node 22, `close` fires 'error' also for a socket that has failed.
    class RecordedSocket extends FakeSocket {
      readonly url = 'ws://localhost/';
      readonly extensions = '';

      constructor() {
        super();
        made.push(this);
      }

      override close(code?: number): void {
        const { readyState } = this;
        super.close(code);
        if (readyState === 0) this.emit('error');
      }
    }
    this.socket = new PacelineSocket('ws://localhost/', {
      loop: new EventLoop({ host: this.host }),
      WebSocket: RecordedSocket as unknown as SocketClass,
    });
  }

  get last(): FakeSocket {
    return this.made.at(-1)!;
  }

  /** Accepts the first connection. After that, `last` is the attempt to make the standby. */
  async open(): Promise<void> {
    const opened = new Promise((resolve) => this.socket.addEventListener('open', resolve));
    this.last.accept();
    await opened;
  }

  /** Refuses a number of attempts, as they are made. */
  async refuse(count: number): Promise<void> {
    for (let refused = 0; refused < count;) {
      if (this.last.readyState === 0) {
        refused++;
        this.last.emit('error');
      }
      this.host.advanceTo(this.host.now() + 10);
      await new Promise(setImmediate); // lets promises settle
    }
  }
}

test('a PacelineSocket goes on after three refused attempts, also where a platform fires two errors for each', async () => {
  const testSocket = new TestSocket();
  await testSocket.open();
  testSocket.made[0]!.end(1006);
  await testSocket.refuse(3);
  expect(testSocket.socket.readyState).toBe(1);
});

test('a PacelineSocket is closed after four refused attempts', async () => {
  const testSocket = new TestSocket();
  await testSocket.open();
  const closed = new Promise((resolve) => testSocket.socket.addEventListener('close', resolve));
  testSocket.made[0]!.end(1006);
  await testSocket.refuse(4);
  expect(await closed).toMatchObject({ code: 1006 });
});

test('attempts to make a standby do not count, however many fail', async () => {
  const testSocket = new TestSocket();
  await testSocket.open();
  await testSocket.refuse(6);
  testSocket.made[0]!.end(1006);
  await testSocket.refuse(3);
  expect(testSocket.socket.readyState).toBe(1);
});
