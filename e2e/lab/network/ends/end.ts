import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Word } from '../programs/flow.ts';

/** A process that is one end of a measurement: says how far it is, a word a line, then what it has to report, as JSON, and goes on until it is ended. */
export class End<Report> {
  /** Rejects with an Error if it ends without one. */
  readonly report: Promise<Report>;
  #program: ChildProcess;
  #lines: Interface;
  #heard: Set<string> = new Set();

  constructor(program: ChildProcess) {
    this.#program = program;
    this.#lines = createInterface({ input: program.stdout! });
    this.#lines.on('line', (line) => this.#heard.add(line));
    this.report = this.#hear((line) => line.startsWith('{')).then((line) => JSON.parse(line) as Report);
    this.report.catch(() => {}); // who waits for a word hears of it first
  }

  /** Resolves when it has said this; rejects with an Error if it ends instead. */
  async said(word: Word): Promise<void> {
    if (!this.#heard.has(word)) await this.#hear((line) => line === word);
  }

  /** Resolves when it has ended, as it was to. */
  async letGo(): Promise<void> {
    const { exitCode, stdin } = this.#program;
    stdin!.end();
    if (exitCode === null) await once(this.#program, 'exit');
  }

  #hear(isMeant: (line: string) => boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#lines.on('line', (line) => isMeant(line) && resolve(line));
      this.#lines.once('close', () => {
        reject(new Error(`hear an end: it has ended too early: ${this.#program.spawnargs.join(' ')}`));
      });
    });
  }
}
