import type { PublishedTable, Schema, SharingWorker } from '@doha/multiproc/shared';
import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';
import { keptSchema, playerSchema, shownSchema, writeKept, writePlayer, writeShown } from './fields.ts';

/** Steps in which all that a thread has is copied once, a part of it in each: two seconds; and how often others have it meanwhile. */
const keepingTime = 120;
const commitsPerTurn = 4;

/** What a thread lets others read of its entities. */
export class RegionTables {
  #world: World;
  #shown: PublishedTable<typeof shownSchema>;
  #kept: PublishedTable<Schema>;
  #players: PublishedTable<Schema> | undefined;
  #turn = 0;

  /** Of part number `part`, which has the players or not. */
  constructor(exposed: SharingWorker<unknown>, world: World, part: number, hasPlayers: boolean) {
    this.#world = world;
    this.#shown = exposed.table(`shown ${part}`, shownSchema);
    this.#kept = exposed.table(`kept ${part}`, keptSchema);
    if (hasPlayers) this.#players = exposed.table('players', playerSchema);
  }

  /** Shows what these enemies are now; the others are as they were shown. */
  show(enemies: Iterable<Entity>): void {
    for (const enemy of enemies) this.#showEnemy(enemy);
    this.#shown.commit();
  }

  /** Shows what the players are now, where they are. */
  showPlayers(): void {
    const table = this.#players;
    if (table === undefined) return;
    for (const player of this.#world.players) {
      const row = rowOf(table, player);
      writePlayer(table.columns, row, player, this.#world.robots[player.index]!);
    }
    table.commit();
  }

  /** Copies all of each of these enemies, to go on with should this thread be lost. */
  keep(enemies: readonly Entity[]): void {
    for (const enemy of enemies) this.keepSoon(enemy);
    this.#kept.commit();
  }

  /** The same, spread over some steps, so that none has to wait for all of it. To be called in each. */
  keepSome(enemies: readonly Entity[]): void {
    const turn = this.#turn++ % keepingTime;
    for (let i = turn; i < enemies.length; i += keepingTime) this.keepSoon(enemies[i]!);
    if (turn % (keepingTime / commitsPerTurn) === 0) this.#kept.commit();
  }

  /** Copies all of an enemy; others have it with the next commit. */
  keepSoon(enemy: Entity): void {
    writeKept(this.#kept.columns, rowOf(this.#kept, enemy), enemy);
  }

  /** An enemy is in another thread now. */
  remove(index: number): void {
    this.#shown.remove(index + 1);
    this.#kept.remove(index + 1);
  }

  #showEnemy(enemy: Entity): void {
    const table = this.#shown;
    const row = rowOf(table, enemy);
    writeShown(table.columns, row, enemy, this.#world.tick);
  }
}

function rowOf(table: PublishedTable<Schema>, { index }: Entity): number {
  return table.rowOf(index + 1) ?? table.add(index + 1);
}
