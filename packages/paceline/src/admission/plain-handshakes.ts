import type { IncomingMessage } from 'node:http';
import type { EventLoop } from '@doha/loop';
import type { VerifyClientCallbackAsync } from 'ws';
import { guard, type Reporter } from '../callbacks/guard.ts';
import { Deadline } from '../timers/deadline.ts';
import { type Authenticate, authenticateClient, messageOf } from './authenticate-client.ts';
import { statusOf } from './refusal-status.ts';
import type { RefusalReason } from './refusal.ts';
import { goingAwayReason, type Refusals } from './refusals.ts';

/** Completes or refuses the handshake of a WebSocket. */
type AnswerHandshake = Parameters<VerifyClientCallbackAsync>[1];

export interface PlainHandshakesParts {
  readonly loop: EventLoop;
  readonly refusals: Refusals;
  readonly reporter: Reporter;
  /** Ms until `authenticate` must have answered. */
  readonly timeout: number;
  readonly authenticate: Authenticate | undefined;
}

/** Handshakes of plain WebSockets that wait for the answer of `authenticate`. Meanwhile nothing is read from their connections. */
export class PlainHandshakes {
  #parts: PlainHandshakesParts;
  #waiting: Set<() => void> = new Set(); // functions that refuse a handshake, because the server is closing
  #isClosing = false;

  constructor(parts: PlainHandshakesParts) {
    this.#parts = parts;
  }

  /**
   * Authenticates the client of `request`, and calls `answer` once. A client that disconnects
   * meanwhile gets no answer. Must be called only once for each request.
   */
  authenticate(request: IncomingMessage, answer: AnswerHandshake): void {
    const { authenticate, loop, reporter, timeout } = this.#parts;
    const { socket } = request;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      deadline.set(Infinity);
      this.#waiting.delete(refuseClosing);
      socket.off('close', end);
    };
    const refuse = (reason: RefusalReason, message: string, values = {}): void => {
      end();
      this.#parts.refusals.report({ reason, message, values, request });
      answer(false, statusOf(reason), `refused: ${reason}`);
    };
    const refuseClosing = (): void => refuse('closing', goingAwayReason);
    const deadline = new Deadline(loop, () =>
      refuse('timeout', `no answer of authenticate came within ${timeout} ms`, { timeout }),
    );
    const run = async (): Promise<void> => {
      const admitted = await authenticateClient(authenticate, { request, credentials: '' }, reporter);
      if (isOver) return;
      if (typeof admitted === 'string') return refuse(admitted, messageOf[admitted]);
      end();
      this.#accept(request, answer);
    };
    if (this.#isClosing) return refuseClosing();
    socket.once('close', end);
    deadline.set(loop.host.now() + timeout);
    this.#waiting.add(refuseClosing);
    void run();
  }

  /** Refuses all handshakes, also later ones, because the server is closing. */
  refuse(): void {
    this.#isClosing = true;
    for (const refuseClosing of this.#waiting) refuseClosing();
  }

  // `answer` makes `ws` create the socket. Its class may be the application's, and may throw.
  #accept({ socket }: IncomingMessage, answer: AnswerHandshake): void {
    const failed: Reporter = {
      reportError: (error) => {
        socket.destroy();
        this.#parts.reporter.reportError(error);
      },
    };
    guard(failed, () => answer(true));
  }
}
