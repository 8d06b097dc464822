import type { Entity } from '../world/entity.ts';
import { missiles } from '../world/kind.ts';
import { Posture } from '../world/robot/robot.ts';
import type { World } from '../world/world.ts';

/** What happened in a step that one sees or hears. */
export type EventName =
  | 'jump'
  | 'kick'
  | 'throw'
  | 'land'
  | 'fall' // a robot goes down
  | 'return'
  | 'rewind'
  | 'gem'
  | 'press'
  | 'release'
  | 'open'
  | 'shut'
  | 'checkpoint'
  | 'win'
  | 'launch'
  | 'burst'
  | 'crush'
  | 'cling'
  | 'brush';

export interface GameEvent {
  readonly name: EventName;
  /** Where, in cells. */
  readonly x: number;
  readonly y: number;
  /** The player, or -1. */
  readonly player: number;
  /** The entity of which it is, or -1. */
  readonly entity: number;
}

/** What of an entity is compared. */
interface Trace {
  active: boolean;
  posture: number;
  speed: number;
  sinceThrow: number;
  burden: number;
}

/** Finds out what happened by comparing a world with what it was; the simulation itself need not tell anybody. */
export class EventWatch {
  #world: World;
  #players: Trace[];
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
    this.#players = world.players.map((player) => this.#traceOf(player));
    this.#active = Uint8Array.from(entities, ({ active }) => Number(active));
    this.#open = stage.open.slice();
    this.#pressed = stage.pressed.slice();
    this.#taken = stage.taken.slice();
    this.#checkpoint = stage.checkpoint;
    this.#hasWon = stage.wonAt >= 0;
  }

  /** An entity has come from another thread: that it is as it is has not happened now. */
  forget(index: number): void {
    this.#active[index] = Number(this.#world.entities[index]!.active);
  }

  /** What happened since the last call; to be called after each commit. `enemies`: those that may have changed. */
  look(enemies: readonly Entity[] = this.#world.enemies): readonly GameEvent[] {
    this.#events = [];
    this.#lookAtPlayers();
    this.#lookAtEnemies(enemies);
    this.#lookAtStage();
    return this.#events;
  }

  #lookAtPlayers(): void {
    const { players } = this.#world;
    const wereLost = this.#players.every(({ active }) => !active);
    let back = 0;
    for (const [i, player] of players.entries()) {
      const before = this.#players[i]!;
      const now = this.#traceOf(player);
      this.#players[i] = now;
      if (before.active !== now.active) this.#tell(now.active ? 'return' : 'fall', player, i);
      if (now.active && !before.active) back++;
      if (now.active && before.active) this.#compareMoves(player, before, now);
    }
    if (wereLost && back === players.length && back > 0) this.#tell('rewind', players[0]!, -1);
  }

  #compareMoves(player: Entity, before: Trace, now: Trace): void {
    const wasUp = before.posture >= Posture.airborne;
    const isUp = now.posture >= Posture.airborne;
    if (now.sinceThrow < before.sinceThrow) this.#tell('throw', player, player.index);
    else if (isUp && now.speed < -9 && before.speed > -9) {
      this.#tell(before.posture === Posture.sliding ? 'kick' : 'jump', player, player.index);
    }
    if (wasUp && !isUp && before.speed > 4) this.#tell('land', player, player.index);
    if (before.burden < 0 && now.burden >= 0) this.#tell('cling', player, player.index);
    if (before.burden >= 0 && now.burden < 0) this.#tell('brush', player, player.index);
  }

  #lookAtEnemies(enemies: readonly Entity[]): void {
    for (const enemy of enemies) {
      const i = enemy.index;
      const isActive = Number(enemy.active);
      if (isActive === this.#active[i]) continue;
      this.#active[i] = isActive;
      if (!missiles.has(enemy.kind)) {
        if (isActive === 0) this.#tell('crush', enemy, -1);
      } else if (isActive === 1) this.#tell('launch', enemy, -1);
      else this.#tell('burst', { index: i, x: enemy.px, y: enemy.py }, -1); // it is back with who throws it already
    }
  }

  #lookAtStage(): void {
    const { level, stage } = this.#world;
    for (const [i, { cells }] of (level.doors ?? []).entries()) {
      if (stage.open[i] === this.#open[i]) continue;
      this.#open[i] = stage.open[i]!;
      const { x, y } = cells[cells.length >> 1]!;
      this.#tellAt(stage.open[i] === 1 ? 'open' : 'shut', x + 0.5, y + 0.5);
    }
    for (const [i, { x, y }] of (level.buttons ?? []).entries()) {
      if (stage.pressed[i] === this.#pressed[i]) continue;
      this.#pressed[i] = stage.pressed[i]!;
      this.#tellAt(stage.pressed[i] === 1 ? 'press' : 'release', x, y);
    }
    for (const [i, { x, y }] of (level.gems ?? []).entries()) {
      if (stage.taken[i] === this.#taken[i]) continue;
      this.#taken[i] = stage.taken[i]!;
      this.#tellAt('gem', x, y);
    }
    if (stage.checkpoint !== this.#checkpoint) {
      this.#checkpoint = stage.checkpoint;
      const { x, y } = level.checkpoints![stage.checkpoint]!;
      this.#tellAt('checkpoint', x, y);
    }
    if (stage.wonAt >= 0 && !this.#hasWon) {
      this.#hasWon = true;
      this.#tellAt('win', level.exit!.x, level.exit!.y);
    }
  }

  #traceOf({ active, burden, index, vy }: Entity): Trace {
    const { posture, sinceThrow } = this.#world.robots[index]!;
    return { active, posture, speed: vy, sinceThrow, burden };
  }

  #tell(name: EventName, { x, y, index }: Pick<Entity, 'index' | 'x' | 'y'>, player: number): void {
    this.#events.push({ name, x, y, player, entity: index });
  }

  #tellAt(name: EventName, x: number, y: number): void {
    this.#events.push({ name, x, y, player: -1, entity: -1 });
  }
}
