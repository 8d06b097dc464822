import type { Platform, Status } from './flow.ts';

/** Accuracy of a page's estimate of the monotonic clock that all processes share. */
export interface ClockReport {
  /** Maximum error in ms: half the shortest round trip to the program that opened the page. */
  readonly error: number;
  /** Change of the estimated clock offset during the measurement, in ms. */
  readonly drift: number;
}

const pings = 200;

/**
 * The program that opened this page. The page asks it for the time and the CPU time over a
 * WebSocket on loopback, which bypasses the link of the lab.
 */
export class Host implements Platform {
  #socket: WebSocket;
  #answers: ((answer: number) => void)[] = [];
  #offset = NaN;
  #error = NaN;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#answers.shift()?.(Number(data)));
  }

  static async open(): Promise<Host> {
    const socket = new WebSocket(`ws://${location.host}`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const host = new Host(socket);
    [host.#offset, host.#error] = await host.#estimateOffset();
    return host;
  }

  now(): number {
    return performance.now() + this.#offset;
  }

  cpu(): Promise<number> {
    return this.#ask('cpu');
  }

  report(status: Status): void {
    this.#socket.send(status);
  }

  /** Estimates the clock offset again, and returns the accuracy. */
  async clock(): Promise<ClockReport> {
    const [offset, error] = await this.#estimateOffset();
    return { error: Math.max(error, this.#error), drift: Math.abs(offset - this.#offset) };
  }

  // Both clocks are the monotonic one of the system, with different origins.
  async #estimateOffset(): Promise<[offset: number, error: number]> {
    let best: [number, number] = [NaN, Infinity];
    for (let i = 0; i < pings; i++) {
      const asked = performance.now();
      const time = await this.#ask('time');
      const error = (performance.now() - asked) / 2;
      if (error < best[1]) best = [time - asked - error, error];
    }
    return best;
  }

  #ask(question: 'cpu' | 'time'): Promise<number> {
    this.#socket.send(question);
    return new Promise((resolve) => this.#answers.push(resolve));
  }
}
