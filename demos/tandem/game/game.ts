import type { GameEvent } from './event-detector.ts';
import type { Renderer } from '../draw/renderer.ts';
import { beat } from '../sound/score.ts';
import type { Entity } from '../world/entity.ts';
import { commit as commitWorld, tickLength, update, type World } from '../world/world.ts';

/** A step of the players in milliseconds: they are updated at 60 Hz, always. */
export const step: number = tickLength;

/** Enemies are updated in every second step, at 30 Hz: the rate of the paper. */
export const stepsPerWindow = 2;

/** Cells from a player at which an enemy matters half as much as beside it. */
export const halfAt = 12;

/** Cells from a player within which enemies can be seen, and must keep to their kind's least rate … */
const sight = 32;
/** … while this many updates per second will do for the others. */
const unseenRate = 1;

/** Told what the game does, for measuring; times in ms on the page's clock. */
export interface Observer {
  /** A step begins. */
  stepped(now: number): void;
  /** Instead of that: a step was made by another thread. */
  followed?(now: number): void;
  /** An entity is about to be updated by so many steps. `now` lags behind by a few updates at most. */
  updated?(entity: Entity, now: number, steps: number): void;
  /** A further part of an entity's update, in the same step, is about to be made. */
  continued?(entity: Entity, steps: number): void;
  /** A picture was drawn, which shows the game time `shown`; `time` is that of the display's frame. */
  drawn(start: number, end: number, shown: number, time: number): void;
  /** The version was busy with steps and updates. */
  worked(start: number, end: number): void;
}

/** The threads that play a game, for those who watch. */
export interface Threads {
  readonly parts: number;
  /** Whose each piece of the map is, row by row. */
  readonly regions: { readonly columns: number; readonly owners: readonly number[] };
  /** The share of its time for which each was busy of late, 0 to 1; NaN where that is not known yet. */
  readonly loads: readonly number[];
  /** See `Pulse`: of the thread that has the players. */
  readonly jitter: number;
}

/** The game, as the versions of its loop see it. Its functions can be handed on by themselves. */
export interface Game {
  readonly world: World;
  readonly players: readonly Entity[];
  readonly enemies: readonly Entity[];
  /** Updates of each entity, by its index; the parts of one are not counted. */
  readonly updates: Uint32Array;
  /** The thread that has each entity, by its index; 0 where there is one only. */
  readonly owners: Uint8Array;
  /** Set by a version that has several; undefined by others. */
  threads: Threads | undefined;
  /** Whether the picture shows which thread has whom. */
  showsOwners: boolean;
  /** Whether parts of the map are handed over where that spreads load and quality better; if not, all have equal rectangles. */
  balances: boolean;
  /** Begins a step: what entities did in the last one takes effect and time goes on by {@link step}. */
  readonly beginStep: () => void;
  /** Instead of that where another thread makes the steps: one was made there, and the world here is as it was then. */
  readonly followStep: () => void;
  /** What has happened there, to be shown and heard here. */
  readonly events: GameEvent[];
  /** Tells the players what to do, as {@link beginStep} does. */
  readonly steer: () => void;
  /** Lets an entity live for `elapsed` ms, a whole number of steps. */
  readonly update: (entity: Entity, elapsed: number) => void;
  /** Updates per second below which an enemy goes wrong where one can see it. */
  readonly leastRate: (enemy: Entity) => number;
  /** Draws the moment that lies `alpha` of the way from the last step but one to the last. */
  readonly draw: (alpha: number, time: number) => void;
  /** Each lets something go on that only decorates the picture: best called often, no harm if not. */
  readonly decorations: readonly (() => void)[];
  /** Plays the next note of the music, every `beat` ms. */
  readonly playNote: () => void;
  readonly beat: number;
  /** To be told when steps and updates, or a burst of them, began and ended. */
  readonly worked: (start: number, end: number) => void;
}

/** What a game is made with, besides its world. */
export interface GameOptions {
  readonly renderer: Renderer;
  readonly observers?: readonly Observer[];
  /** Lets what was done in the last step take effect, and time go on; by default as in a world that is in one thread. */
  readonly commit?: () => void;
  /** Tells the players what to do, at the start of each step. */
  readonly steer?: () => void;
  /** What only decorates the picture, such as particles: each lets its own go on. */
  readonly decorations?: readonly (() => void)[];
  /** Plays the next note; called every {@link Game.beat} ms. */
  readonly playNote?: () => void;
}

/** What runs a game: starts it and returns what stops it. */
export type Version = (game: Game) => () => void;

/** The observers' clock is read once in so many updates: a reading costs a tenth of a small update. */
const updatesPerReading = 16;

/** The game in `world`. */
export function createGame(world: World, options: GameOptions): Game {
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
      if (entity.updatedAt === world.time) {
        for (const observer of observers) observer.continued?.(entity, steps);
      } else {
        updates[entity.index]!++;
        for (const observer of observers) observer.updated?.(entity, now, steps);
      }
      update(world, entity, timeOf(steps));
    },

    leastRate: (enemy) => leastRate(world, enemy),

    draw(alpha, time) {
      const start = performance.now();
      const shown = world.time + (alpha - 1) * step;
      renderer.draw(shown, time, updates, game.threads && game.showsOwners ? owners : undefined);
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

/** See {@link Game.leastRate}. */
export function leastRate({ players }: World, enemy: Entity): number {
  for (const player of players) if (Math.abs(player.x - enemy.x) < sight) return enemy.minRate;
  return unseenRate;
}
