import type { Entity } from '../world/entity.ts';
import { missiles } from '../world/kinds.ts';
import type { EventName, GameEvent } from './game-event.ts';
import { Posture } from '../world/robot/robot.ts';
import type { World } from '../world/world.ts';

/** The properties of a player that are compared between two steps. */
interface PlayerState {
  active: boolean;
  posture: number;
  speed: number;
  sinceThrow: number;
  burden: number;
}

/**
 * Derives the events of a step by comparing the world with its state after the previous step, so the
 * simulation does not have to report any.
 */
export class EventDetector {
  #world: World;
  #players: PlayerState[];
  #active: Uint8Array;
  #open: Uint8Array;
  #pressed: Uint8Array;
  #taken: Uint8Array;
  #checkpoint: number;
  #hasWon: boolean;
  #events: GameEvent[] = [];

  constructor(world: World) {
    const { entities, stage } = world;
    this.#world = world;
    this.#players = world.players.map((player) => this.#stateOf(player));
    this.#active = Uint8Array.from(entities, ({ active }) => Number(active));
    this.#open = stage.open.slice();
    this.#pressed = stage.pressed.slice();
    this.#taken = stage.taken.slice();
    this.#checkpoint = stage.checkpoint;
    this.#hasWon = stage.wonAt >= 0;
  }

  /** Takes over the state of an entity that has migrated from another thread, without an event. */
  accept(index: number): void {
    this.#active[index] = Number(this.#world.entities[index]!.active);
  }

  /** Returns the events since the last call; to be called after each commit. `enemies` are those that may have changed. */
  detect(enemies: readonly Entity[] = this.#world.enemies): readonly GameEvent[] {
    this.#events = [];
    this.#comparePlayers();
    this.#compareEnemies(enemies);
    this.#compareStage();
    return this.#events;
  }

  #comparePlayers(): void {
    const { players } = this.#world;
    const wereLost = this.#players.every(({ active }) => !active);
    let back = 0;
    for (const [i, player] of players.entries()) {
      const before = this.#players[i]!;
      const now = this.#stateOf(player);
      this.#players[i] = now;
      if (before.active !== now.active) this.#add(now.active ? 'return' : 'fall', player, i);
      if (now.active && !before.active) back++;
      if (now.active && before.active) this.#compareMoves(player, before, now);
    }
    if (wereLost && back === players.length && back > 0) this.#add('rewind', players[0]!, -1);
  }

  #compareMoves(player: Entity, before: PlayerState, now: PlayerState): void {
    const wasUp = before.posture >= Posture.airborne;
    const isUp = now.posture >= Posture.airborne;
    if (now.sinceThrow < before.sinceThrow) this.#add('throw', player, player.index);
    else if (isUp && now.speed < -9 && before.speed > -9) {
      this.#add(before.posture === Posture.sliding ? 'kick' : 'jump', player, player.index);
    }
    if (wasUp && !isUp && before.speed > 4) this.#add('land', player, player.index);
    if (before.burden < 0 && now.burden >= 0) this.#add('cling', player, player.index);
    if (before.burden >= 0 && now.burden < 0) this.#add('brush', player, player.index);
  }

  #compareEnemies(enemies: readonly Entity[]): void {
    for (const enemy of enemies) {
      const i = enemy.index;
      const isActive = Number(enemy.active);
      if (isActive === this.#active[i]) continue;
      this.#active[i] = isActive;
      if (!missiles.has(enemy.kind)) {
        if (isActive === 0) this.#add('crush', enemy, -1);
      } else if (isActive === 1) this.#add('launch', enemy, -1);
      else this.#add('burst', { index: i, x: enemy.px, y: enemy.py }, -1); // the record of the missile is already back at its thrower
    }
  }

  #compareStage(): void {
    const { level, stage } = this.#world;
    for (const [i, { cells }] of (level.doors ?? []).entries()) {
      if (stage.open[i] === this.#open[i]) continue;
      this.#open[i] = stage.open[i]!;
      const { x, y } = cells[cells.length >> 1]!;
      this.#addAt(stage.open[i] === 1 ? 'open' : 'shut', x + 0.5, y + 0.5);
    }
    for (const [i, { x, y }] of (level.buttons ?? []).entries()) {
      if (stage.pressed[i] === this.#pressed[i]) continue;
      this.#pressed[i] = stage.pressed[i]!;
      this.#addAt(stage.pressed[i] === 1 ? 'press' : 'release', x, y);
    }
    for (const [i, { x, y }] of (level.gems ?? []).entries()) {
      if (stage.taken[i] === this.#taken[i]) continue;
      this.#taken[i] = stage.taken[i]!;
      this.#addAt('gem', x, y);
    }
    if (stage.checkpoint !== this.#checkpoint) {
      this.#checkpoint = stage.checkpoint;
      const { x, y } = level.checkpoints![stage.checkpoint]!;
      this.#addAt('checkpoint', x, y);
    }
    if (stage.wonAt >= 0 && !this.#hasWon) {
      this.#hasWon = true;
      this.#addAt('win', level.exit!.x, level.exit!.y);
    }
  }

  #stateOf({ active, burden, index, vy }: Entity): PlayerState {
    const { posture, sinceThrow } = this.#world.robots[index]!;
    return { active, posture, speed: vy, sinceThrow, burden };
  }

  #add(name: EventName, { x, y, index }: Pick<Entity, 'index' | 'x' | 'y'>, player: number): void {
    this.#events.push({ name, x, y, player, entity: index });
  }

  #addAt(name: EventName, x: number, y: number): void {
    this.#events.push({ name, x, y, player: -1, entity: -1 });
  }
}
