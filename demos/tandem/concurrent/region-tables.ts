import type { PublishedTable, Schema, SharingWorker } from '@doha/multiproc/shared';
import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';
import {
  backupSchema,
  playerSchema,
  visibleSchema,
  writeBackup,
  writePlayer,
  writeVisible,
} from './entity-schema.ts';

/** The hidden state of each enemy is backed up once in this number of steps (two seconds). Each step backs up a part of the enemies. */
const backupPeriod = 120;
/** Number of commits of the backup table in `backupPeriod`. */
const commitsPerPeriod = 4;

/** The tables in which a thread publishes its entities. */
export class RegionTables {
  #world: World;
  #visible: PublishedTable<typeof visibleSchema>;
  #backup: PublishedTable<Schema>;
  #players: PublishedTable<Schema> | undefined;
  #backupStep = 0;

  /** `thread` is the number of this thread. `hasPlayers`: whether it owns the players. */
  constructor(exposed: SharingWorker<unknown>, world: World, thread: number, hasPlayers: boolean) {
    this.#world = world;
    this.#visible = exposed.table(`visible ${thread}`, visibleSchema);
    this.#backup = exposed.table(`backup ${thread}`, backupSchema);
    if (hasPlayers) this.#players = exposed.table('players', playerSchema);
  }

  /** Publishes the visible state of these enemies. The rows of all other enemies stay. */
  show(enemies: Iterable<Entity>): void {
    for (const enemy of enemies) this.#writeVisible(enemy);
    this.#visible.commit();
  }

  /** Publishes the players if this thread owns them. */
  showPlayers(): void {
    const table = this.#players;
    if (table === undefined) return;
    for (const player of this.#world.players) {
      const row = rowOf(table, player);
      writePlayer(table.columns, row, player, this.#world.robots[player.index]!);
    }
    table.commit();
  }

  /** Publishes the hidden state of these enemies, for recovery. */
  backUp(enemies: readonly Entity[]): void {
    for (const enemy of enemies) this.writeBackup(enemy);
    this.#backup.commit();
  }

  /**
   * Backs up a part of the enemies, so that no step pays for all of them; to be called in each
   * step.
   */
  backUpSome(enemies: readonly Entity[]): void {
    const turn = this.#backupStep++ % backupPeriod;
    for (let i = turn; i < enemies.length; i += backupPeriod) this.writeBackup(enemies[i]!);
    if (turn % (backupPeriod / commitsPerPeriod) === 0) this.#backup.commit();
  }

  /** Writes the backup of one enemy. It is published with the next commit. */
  writeBackup(enemy: Entity): void {
    writeBackup(this.#backup.columns, rowOf(this.#backup, enemy), enemy);
  }

  /** Removes an enemy that has migrated to another thread. */
  remove(index: number): void {
    this.#visible.remove(index + 1);
    this.#backup.remove(index + 1);
  }

  #writeVisible(enemy: Entity): void {
    const table = this.#visible;
    const row = rowOf(table, enemy);
    writeVisible(table.columns, row, enemy, this.#world.tick);
  }
}

function rowOf(table: PublishedTable<Schema>, { index }: Entity): number {
  return table.rowOf(index + 1) ?? table.add(index + 1);
}
