import type { Platform, Word } from './flow.ts';

/** How well a page's clock is known to be the one of all processes. */
export interface ClockReport {
  /** Ms by which it may be wrong, at the most: half the shortest round trip to who opened the page. */
  readonly error: number;
  /** Ms by which it has moved, as far as that shows, until the end. */
  readonly drift: number;
}

const pings = 200;

/** The program that has opened this page, asked by a WebSocket over loopback, which no link of a lab is part of. */
export class Host implements Platform {
  #socket: WebSocket;
  #answers: ((answer: number) => void)[] = [];
  #offset = NaN;
  #error = NaN;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#answers.shift()?.(Number(data)));
  }

  static async meet(): Promise<Host> {
    const socket = new WebSocket(`ws://${location.host}`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const host = new Host(socket);
    [host.#offset, host.#error] = await host.#compare();
    return host;
  }

  now(): number {
    return performance.now() + this.#offset;
  }

  cpu(): Promise<number> {
    return this.#ask('cpu');
  }

  tell(word: Word): void {
    this.#socket.send(word);
  }

  /** Compares the clocks once more. */
  async clock(): Promise<ClockReport> {
    const [offset, error] = await this.#compare();
    return { error: Math.max(error, this.#error), drift: Math.abs(offset - this.#offset) };
  }

  // Both clocks are the system's monotonic one, and differ by when they began.
  async #compare(): Promise<[offset: number, error: number]> {
    let best: [number, number] = [NaN, Infinity];
    for (let i = 0; i < pings; i++) {
      const asked = performance.now();
      const time = await this.#ask('time');
      const error = (performance.now() - asked) / 2;
      if (error < best[1]) best = [time - asked - error, error];
    }
    return best;
  }

  #ask(what: 'cpu' | 'time'): Promise<number> {
    this.#socket.send(what);
    return new Promise((resolve) => this.#answers.push(resolve));
  }
}
