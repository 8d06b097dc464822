import type { PublishedTable, Replica, SharingWorker } from '@doha/multiproc/shared';
import { ballSchema, bytesOfRow } from './ping-pong-schema.ts';

/** Maximum time in ms to wait for the other player. */
const timeout = 10_000;

/**
 * One of two workers that play ping-pong through tables in shared memory. A worker plays the ball
 * by committing the number of the turn to its table. Until then the other worker is blocked.
 */
export class TablePlayer {
  #player: SharingWorker<unknown>;
  #own: PublishedTable<typeof ballSchema>;
  #other: Replica<typeof ballSchema> | undefined;
  #turn = 0;
  #hasSeen = false;

  constructor(player: SharingWorker<unknown>, name: string, bytes: number) {
    const rows = Math.ceil(bytes / bytesOfRow);
    this.#player = player;
    this.#own = player.table(name, ballSchema, { capacity: rows });
    for (let row = 0; row < rows; row++) this.#own.add(row + 1);
    this.#own.commit();
  }

  async watch(name: string): Promise<void> {
    this.#other = await this.#player.replica(name, ballSchema);
  }

  /** Whether the table of the other player has arrived. */
  get seesOther(): boolean {
    this.#hasSeen ||= this.#other!.advance();
    return this.#hasSeen;
  }

  /** Plays the ball, and waits until it comes back. */
  serve(): void {
    this.#turn++;
    this.#show();
    this.#wait();
  }

  /** Waits for the ball, and plays it back. */
  return(): void {
    this.#turn++;
    this.#wait();
    this.#show();
  }

  #show(): void {
    this.#own.columns.turn[0] = this.#turn;
    this.#own.commit();
  }

  #wait(): void {
    const end = performance.now() + timeout;
    while (performance.now() < end) {
      if (this.#other!.advance() && this.#other!.parts[0]!.columns.turn[0] === this.#turn) return;
      this.#other!.wait(timeout);
    }
    throw new Error(`wait for turn ${this.#turn}: the other player must play it within ${timeout} ms`);
  }
}
