import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, Lab, type LinkDirection } from '../../../e2e/lab/network/link/lab.ts';
import { bundleForNode } from '../../../e2e/tools/node/bundle-for-node.mjs';
import { root } from '../../../e2e/tools/repository.mjs';

const cache = `${root}node_modules/.cache/paceline-demo`;
const relay = `${root}demos/vite-plugins/real-links/relay.mjs`;
const port = 9200;

let count = 0;

/**
 * A real link with limited bandwidth for the page `demos/paceline`. It consists of a `Lab` (two
 * network namespaces of Linux with a bottleneck between them), the server of the demo at one end of
 * the lab, and a relay at the other end.
 */
export class RealLink {
  #lab: Lab;
  #server: ChildProcess;
  #path: string;
  #remove = (): void => rmSync(this.#path, { force: true });

  private constructor(lab: Lab, server: ChildProcess, path: string) {
    this.#lab = lab;
    this.#server = server;
    this.#path = path;
    process.once('exit', this.#remove);
  }

  /**
   * Starts the lab, the server and the relay. Rejects with an Error if this machine cannot run a
   * lab.
   */
  static async up(): Promise<RealLink> {
    const { server: program } = await bundleForNode(cache, {
      server: `${root}demos/paceline/network/server.ts`,
    });
    const lab = await Lab.up();
    try {
      for (const side of ['left', 'right'] as const) lab.congestionControl(side, 'cubic');
      const path = join(tmpdir(), `doha-paceline-demo-${process.pid}-${count++}`);
      rmSync(path, { force: true }); // left by a killed process with the same id
      const server = lab.start('left', process.execPath, [program, String(port)]);
      const behind = lab.start('right', process.execPath, [relay, path, addressOf.left, String(port)]);
      await Promise.all([server, behind].map(speaks));
      return new RealLink(lab, server, path);
    } catch (error) {
      lab.down();
      throw error;
    }
  }

  /** Resolves when the server has exited. */
  async ended(): Promise<void> {
    if (this.#server.exitCode === null) await once(this.#server, 'exit');
  }

  /** Opens a connection to the server through the link. */
  connect(): Socket {
    return connect(this.#path);
  }

  /** Writes a line to the standard input of the server, and not through the link. */
  tell(line: string): void {
    this.#server.stdin!.write(`${line}\n`);
  }

  /**
   * Sets the delay, the queue and the rate of the link. Rejects with a RangeError if one of them is
   * not a finite number, because they become arguments of a program that runs as root.
   */
  async set({ delay, queue, rate }: LinkDirection): Promise<void> {
    for (const number of [delay, queue, rate])
      if (!Number.isFinite(number))
        throw new RangeError(
          `RealLink.set: delay, queue and rate must be finite numbers, got ${String(number)}`,
        );
    await this.#lab.set({ delay, queue, rate });
  }

  down(): void {
    process.off('exit', this.#remove);
    this.#lab.down();
    this.#remove();
  }
}

/** Resolves at the first output of a program. Rejects with an Error if the program exits before that. */
async function speaks(started: ChildProcess): Promise<void> {
  const hasEnded = async (): Promise<never> => {
    const [code] = (await once(started, 'exit')) as [number | null];
    throw new Error(`RealLink.up: a program ended with ${code}: ${started.spawnargs.join(' ')}`);
  };
  await Promise.race([once(started.stdout!, 'data'), hasEnded()]);
}
