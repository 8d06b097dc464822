import type { Renderer } from '../draw/renderer.ts';
import type { FrameProbe, Probe } from '@doha/loop';
import { beat } from '../sound/score.ts';
import type { Entity } from '../world/entity.ts';
import { commit as commitWorld, tickLength, update, wasUpdated, type World } from '../world/world.ts';
import type { GameEvent } from './game-event.ts';

/** One step of the simulation in ms. The players are updated in each step, at 60 Hz. */
export const step: number = tickLength;

/** Steps between two updates of an enemy at full rate: 30 Hz, the rate of the paper. */
export const stepsPerWindow = 2;

/** Distance in cells from a player at which an enemy is half as important as an enemy beside the player. */
export const halfAt = 12;

/** The parts of an enemy's importance, see `importanceNear`. Changes take effect in the next step. */
export interface ImportanceWeights {
  /** Weight of the nearness to a player. */
  nearness: number;
  /** Weight of the time since the last update. */
  waiting: number;
  /** Time in ms. With equal weights, an enemy that has waited so long is as important as one beside a player that was just updated. */
  longWait: number;
  /** See {@link halfAt}. */
  halfAt: number;
}

/** The weights of a new game. */
export const defaultWeights: Readonly<ImportanceWeights> = {
  nearness: 3,
  waiting: 1,
  longWait: 1000,
  halfAt,
};

/**
 * Horizontal distance in cells from a player within which an enemy can be in view. Such an enemy
 * has the minimum update rate of its kind.
 */
const viewRange = 32;
/** Minimum rate in updates per second of all other enemies. */
const unseenRate = 1;

/** Callbacks for measuring. Times are in ms on the page's clock. */
export interface Observer {
  /** A step begins. */
  stepped(now: number): void;
  /** Called instead of `stepped` if another thread has made the step. */
  followed?(now: number): void;
  /** An entity is about to be updated by a number of steps. `now`: the time, which was read at most 16 updates before. */
  updated?(entity: Entity, now: number, steps: number): void;
  /** An entity that was updated in this step is about to be updated again, by a further part of its elapsed time. */
  continued?(entity: Entity, steps: number): void;
  /** A frame was drawn. It shows the game time `shown`; `time` is the time stamp of the display's frame. */
  drawn(start: number, end: number, shown: number, time: number): void;
  /** The game loop has spent the time from `start` to `end` in steps and updates. */
  worked(start: number, end: number): void;
}

/** The probes of a game's loop and frame, for a monitor. */
export interface GameProbe {
  readonly loop: Probe;
  readonly frame: FrameProbe;
  /** Calls a function, and records how long it took. */
  readonly span: (name: string, call: () => void) => void;
}

/** The threads that play a game, as the figures on the screen show them. */
export interface Threads {
  readonly count: number;
  /** The thread that owns each piece of the map, row by row. */
  readonly regions: { readonly columns: number; readonly owners: readonly number[] };
  /** Recent utilization of each thread, 0 to 1; NaN until it is known. */
  readonly loads: readonly number[];
  /** `GameStatistics.jitter` of the thread that owns the players. */
  readonly jitter: number;
}

/** The game, as the versions of its loop use it. The functions need no `this`. */
export interface Game {
  readonly world: World;
  readonly players: readonly Entity[];
  readonly enemies: readonly Entity[];
  /** Number of updates by entity index. In one thread, several parts of one update count once. */
  readonly updates: Uint32Array;
  /** Owning thread by entity index; 0 for all in a game of one thread. */
  readonly owners: Uint8Array;
  /** Set by versions with several threads. */
  threads: Threads | undefined;
  /** Whether each enemy is drawn with the color of its thread. */
  showsOwners: boolean;
  /** Whether regions are rebalanced by load and importance. If not, all threads have equal rectangles. */
  balances: boolean;
  /** The weights of the enemies' importance. */
  readonly weights: ImportanceWeights;
  /** Records the work of the loop; read when a loop starts. */
  probe: GameProbe | undefined;
  /** Begins a step: commits the updates of the last step and advances time by {@link step}. */
  readonly beginStep: () => void;
  /** Replaces {@link beginStep} if another thread makes the steps: the world here is a copy of that thread's state after a step. */
  readonly followStep: () => void;
  /** Events of other threads, to be shown and heard here. */
  readonly events: GameEvent[];
  /** Passes the input to the players, as {@link beginStep} does. */
  readonly steer: () => void;
  /** Updates an entity by `elapsed` ms, which is a whole number of steps. */
  readonly update: (entity: Entity, elapsed: number) => void;
  /**
   * Minimum rate of an enemy in updates per second. In view, its behavior would be visibly wrong below
   * this rate; out of view, the rate is 1.
   */
  readonly minRate: (enemy: Entity) => number;
  /** Draws the game at a moment between the last two steps: `alpha` is 0 at the earlier one and 1 at the later one. */
  readonly draw: (alpha: number, time: number) => void;
  /**
   * Functions that advance decorations, such as particles. The simulation does not depend on how
   * often they are called.
   */
  readonly decorations: readonly (() => void)[];
  /** Plays the next note of the music; to be called every `beat` ms. */
  readonly playNote: () => void;
  readonly beat: number;
  /** To be called with the start and the end of time spent in steps and updates. */
  readonly worked: (start: number, end: number) => void;
}

export interface GameOptions {
  /** Default: nothing is drawn. */
  readonly renderer?: Renderer | undefined;
  readonly observers?: readonly Observer[];
  /** Commits the updates of the last step and advances time. Default: {@link commitWorld}, for a world in one thread. */
  readonly commit?: () => void;
  /** Passes the input to the players at the start of each step. */
  readonly steer?: () => void;
  /** See {@link Game.decorations}. */
  readonly decorations?: readonly (() => void)[];
  /** See {@link Game.playNote}. */
  readonly playNote?: () => void;
}

/** A loop that runs a game. It starts at once and returns a function that stops it. */
export type Version = (game: Game) => () => void;

/** Updates between two readings of the observers' clock. One reading costs a tenth of a small update. */
const updatesPerReading = 16;

/** Creates the game of a world. */
export function createGame(world: World, options: GameOptions = {}): Game {
  const { decorations = [], observers = [], renderer } = options;
  const { commit = () => commitWorld(world, step), playNote = () => {}, steer = () => {} } = options;
  const updates = new Uint32Array(world.entities.length);
  const owners = new Uint8Array(world.entities.length);
  let now = performance.now();
  let untilReading = updatesPerReading;

  function readClock(): number {
    untilReading = updatesPerReading;
    now = performance.now();
    return now;
  }

  const game: Game = {
    world,
    players: world.players,
    enemies: world.enemies,
    updates,
    owners,
    events: [],
    threads: undefined,
    showsOwners: false,
    balances: true,
    weights: { ...defaultWeights },
    probe: undefined,
    beginStep() {
      readClock();
      commit();
      steer();
      for (const observer of observers) observer.stepped(now);
    },
    followStep() {
      readClock();
      steer();
      for (const observer of observers) {
        if (observer.followed === undefined) observer.stepped(now);
        else observer.followed(now);
      }
    },
    steer,
    update(entity, elapsed) {
      if (--untilReading === 0) readClock();
      const steps = Math.round(elapsed / step);
      if (wasUpdated(world, entity)) {
        for (const observer of observers) observer.continued?.(entity, steps);
      } else {
        updates[entity.index]!++;
        for (const observer of observers) observer.updated?.(entity, now, steps);
      }
      update(world, entity, timeOf(steps));
    },
    minRate: (enemy) => minRate(world, enemy),
    draw(alpha, time) {
      const start = performance.now();
      const shown = world.time + (alpha - 1) * step;
      renderer?.draw(shown, time, updates, game.threads && game.showsOwners ? owners : undefined);
      const end = readClock();
      for (const observer of observers) observer.drawn(start, end, shown, time);
    },
    decorations,
    playNote,
    beat,
    worked(start, end) {
      for (const observer of observers) observer.worked(start, end);
    },
  };
  return game;
}

/** Milliseconds of a number of steps. */
export function timeOf(steps: number): number {
  return steps * step;
}

/** See {@link Game.minRate}. */
export function minRate({ players }: World, enemy: Entity): number {
  for (const player of players) if (Math.abs(player.x - enemy.x) < viewRange) return enemy.minRate;
  return unseenRate;
}
