import type { Replica, Schema, SharedPool } from '@doha/multiproc/shared';
import type { Game } from '../game/game.ts';
import type { Stage } from '../world/stage.ts';
import {
  applyPlayers,
  backupSchema,
  playerSchema,
  readBackup,
  readVisible,
  visibleSchema,
} from './entity-schema.ts';
import type { Region } from './region.ts';
import { applyStage } from './stage-updates.ts';
import { subscribe } from './topics.ts';

/** Updates the page's world from the tables and topics of the threads that play it. */
export class WorldReplica {
  #game: Game;
  #visible: Replica<typeof visibleSchema>[] = []; // by thread
  #backups: Replica<Schema>[] = []; // by thread
  #players: Replica<Schema> | undefined;
  #stage: Stage | undefined;
  #readAt: Int32Array; // by entity, `writtenIn` of the row that was read last

  constructor(game: Game, proc: SharedPool<Region>) {
    this.#game = game;
    this.#readAt = new Int32Array(game.world.entities.length).fill(-1);
    subscribe(proc, 'stage', (stage) => (this.#stage = stage));
    subscribe(proc, 'events', (events) => game.events.push(...events));
  }

  /** Opens the replicas; to be called after all threads have loaded. */
  async open(proc: SharedPool<Region>): Promise<void> {
    const threads = Array.from({ length: proc.workers }, (_, thread) => thread);
    this.#visible = await Promise.all(
      threads.map((thread) => proc.replica(`visible ${thread}`, visibleSchema)),
    );
    this.#backups = await Promise.all(
      threads.map((thread) => proc.replica(`backup ${thread}`, backupSchema)),
    );
    this.#players = await proc.replica('players', playerSchema);
    // Applies each change of the players at once, for code that reads them before the next frame.
    this.#players.onChange(() => this.#readPlayers());
  }

  /** Applies all visible changes. */
  advance(): void {
    if (this.#stage !== undefined) applyStage(this.#game.world, this.#stage);
    this.#stage = undefined;
    for (const [thread, replica] of this.#visible.entries())
      if (replica.advance()) this.#readEnemies(replica, thread);
    this.#readPlayers();
  }

  /** Applies all visible changes, and the newest backups of the enemies that `isWanted` selects. */
  readBackups(isWanted: (index: number) => boolean): void {
    this.advance();
    for (const replica of this.#backups) replica.advance();
    for (const { columns, count, ids } of this.#backups.flatMap(({ parts }) => parts)) {
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        if (isWanted(index)) readBackup(columns, row, this.#game.world.entities[index]!);
      }
    }
  }

  #readEnemies({ parts }: Replica<typeof visibleSchema>, thread: number): void {
    const { owners, updates, world } = this.#game;
    const { committed, entities } = world;
    for (const { columns, count, ids } of parts) {
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        const writtenIn = columns.writtenIn[row]!;
        const readAt = this.#readAt[index]!;
        // Skips the row if it was read before, or if the entity has migrated and the row of its new
        // thread is newer.
        if (writtenIn < readAt || (writtenIn === readAt && owners[index] === thread)) continue;
        this.#readAt[index] = writtenIn;
        const enemy = entities[index]!;
        readVisible(columns, row, enemy);
        committed.x[index] = enemy.x;
        committed.y[index] = enemy.y;
        committed.active[index] = columns.active[row]!;
        updates[index] = columns.updates[row]!;
        owners[index] = thread;
      }
    }
  }

  #readPlayers(): void {
    if (this.#players?.advance() !== true) return;
    const { updates, world } = this.#game;
    applyPlayers(this.#players, world);
    for (const player of world.players) updates[player.index] = player.updates;
  }
}
