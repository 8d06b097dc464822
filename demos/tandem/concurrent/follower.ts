import type { Replica, Schema, SharedPool } from '@doha/multiproc/shared';
import type { GameEvent } from '../events.ts';
import type { Game } from '../game.ts';
import type { Stage } from '../world/stage.ts';
import { followPlayers, keptSchema, playerSchema, readKept, readShown, shownSchema } from './fields.ts';
import type { Region } from './region.ts';
import { followStage } from './stage-news.ts';

/** Brings the world of the page to what the threads have come to. */
export class Follower {
  #game: Game;
  #shown: Replica<typeof shownSchema>[] = []; // by part
  #kept: Replica<Schema>[] = [];
  #players: Replica<Schema> | undefined;
  #stage: Stage | undefined;
  #seenIn: Int32Array; // by entity, the tick of its row that was read last

  constructor(game: Game, proc: SharedPool<Region>) {
    this.#game = game;
    this.#seenIn = new Int32Array(game.world.entities.length).fill(-1);
    proc.subscribe('stage', (stage) => (this.#stage = stage as Stage));
    proc.subscribe('events', (events) => game.events.push(...(events as readonly GameEvent[])));
  }

  /** To be called when all are loaded. */
  async open(proc: SharedPool<Region>): Promise<void> {
    const parts = Array.from({ length: proc.workers }, (_, part) => part);
    this.#shown = await Promise.all(parts.map((part) => proc.replica(`shown ${part}`, shownSchema)));
    this.#kept = await Promise.all(parts.map((part) => proc.replica(`kept ${part}`, keptSchema)));
    this.#players = await proc.replica('players', playerSchema);
    // As soon as they have moved, for those who look before the next picture.
    this.#players.onChange(() => this.#seePlayers());
  }

  /** All that is shown. */
  follow(): void {
    if (this.#stage !== undefined) followStage(this.#game.world, this.#stage);
    this.#stage = undefined;
    for (const [part, replica] of this.#shown.entries()) if (replica.advance()) this.#see(replica, part);
    this.#seePlayers();
  }

  /** All else that is known, of some entities. */
  recall(isMeant: (index: number) => boolean): void {
    this.follow();
    for (const replica of this.#kept) replica.advance();
    for (const { columns, count, ids } of this.#kept.flatMap(({ parts }) => parts)) {
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        if (isMeant(index)) readKept(columns, row, this.#game.world.entities[index]!);
      }
    }
  }

  #see({ parts }: Replica<typeof shownSchema>, part: number): void {
    const { owners, updates, world } = this.#game;
    const { committed, entities } = world;
    for (const { columns, count, ids } of parts) {
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        const shownIn = columns.shownIn[row]!;
        // It is known, or older than what another thread shows, to which the entity has gone.
        if (shownIn < this.#seenIn[index]! || (shownIn === this.#seenIn[index]! && owners[index] === part))
          continue;
        this.#seenIn[index] = shownIn;
        const enemy = entities[index]!;
        readShown(columns, row, enemy);
        committed.x[index] = enemy.x;
        committed.y[index] = enemy.y;
        committed.active[index] = columns.active[row]!;
        updates[index] = columns.updates[row]!;
        owners[index] = part;
      }
    }
  }

  #seePlayers(): void {
    if (this.#players?.advance() !== true) return;
    const { updates, world } = this.#game;
    followPlayers(this.#players, world);
    for (const player of world.players) updates[player.index] = player.updates;
  }
}
