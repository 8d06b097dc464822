import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Status } from '../programs/flow.ts';

/** A process that is an endpoint of a measurement. It prints each status on a line, then its report as JSON, and runs until it is closed. */
export class Endpoint<Report> {
  /** Rejects with an Error if the process exits without a report. */
  readonly report: Promise<Report>;
  #program: ChildProcess;
  #lines: Interface;
  #received: Set<string> = new Set();
  #hasEnded = false;

  constructor(program: ChildProcess) {
    this.#program = program;
    this.#lines = createInterface({ input: program.stdout! });
    this.#lines.on('line', (line) => this.#received.add(line));
    this.#lines.once('close', () => (this.#hasEnded = true));
    this.report = this.#receive((line) => line.startsWith('{')).then((line) => JSON.parse(line) as Report);
    this.report.catch(() => {}); // not an unhandled rejection: `waitFor` reports the error, too
  }

  /** Resolves when the process has printed this status. Rejects with an Error if it exits before. */
  async waitFor(status: Status): Promise<void> {
    if (!this.#received.has(status)) await this.#receive((line) => line === status);
  }

  /** Closes the standard input of the process, and resolves when it has exited. */
  async close(): Promise<void> {
    const { exitCode, stdin } = this.#program;
    stdin!.end();
    if (exitCode === null) await once(this.#program, 'exit');
  }

  #receive(isExpected: (line: string) => boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (): void =>
        reject(new Error(`Endpoint: the process exited too early: ${this.#program.spawnargs.join(' ')}`));
      if (this.#hasEnded) return fail();
      this.#lines.on('line', (line) => isExpected(line) && resolve(line));
      this.#lines.once('close', fail);
    });
  }
}
