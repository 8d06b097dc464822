import { afterEach, expect, test, vi } from 'vitest';
import type { Socket } from '../session/socket-link.ts';
import { FailedAttempts } from './failed-attempts.ts';

afterEach(() => vi.unstubAllGlobals());

class Attempts {
  tooMany = 0;
  #attempts: FailedAttempts = new FailedAttempts(() => this.tooMany++);

  /** Attempts to connect that end so. */
  end(...types: ('open' | 'error')[]): void {
    for (const type of types) {
      const socket = new EventTarget();
      this.#attempts.watch(socket as EventTarget & Socket);
      socket.dispatchEvent(new Event(type));
      if (type === 'open') socket.dispatchEvent(new Event('error')); // it is lost later
    }
  }
}

test('the fourth attempt that fails in a row is one too many', () => {
  const attempts = new Attempts();
  attempts.end('error', 'error', 'error');
  expect(attempts.tooMany).toBe(0);
  attempts.end('error');
  expect(attempts.tooMany).toBe(1);
});

test('a connection that opens begins the count again, and counts for nothing when it is lost', () => {
  const attempts = new Attempts();
  attempts.end('error', 'error', 'error', 'open', 'error', 'error', 'error');
  expect(attempts.tooMany).toBe(0);
});

test('attempts of a page that is offline do not count', () => {
  const attempts = new Attempts();
  vi.stubGlobal('navigator', { onLine: false });
  attempts.end('error', 'error', 'error', 'error', 'error');
  expect(attempts.tooMany).toBe(0);
});
