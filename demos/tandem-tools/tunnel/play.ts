import { TunnelRenderer, type Canvases } from './tunnel-renderer.ts';
import type { Renderer } from '../../tandem/draw/renderer.ts';
import { createGame, type Game, type Observer, type Threads, type Version } from '../../tandem/game/game.ts';
import { GameStatistics } from '../../tandem/game/game-statistics.ts';
import type { VersionName } from '../../tandem/versions/names.ts';
import type { Settings } from './settings.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld, type World } from '../../tandem/world/world.ts';

/** The versions of a page. */
export type Versions = Readonly<Partial<Record<VersionName, Version>>>;

/** A game that can be paused, and whose version (its loop) can be changed. */
export class Play {
  statistics = new GameStatistics();
  #versions: Versions;
  #canvases: Canvases;
  #seed: number;
  #draws: boolean;
  #balances: boolean;
  #showsOwners = false;
  #version: VersionName;
  #world: World;
  #game: Game;
  #observer: Observer | undefined;
  #stop: (() => void) | undefined;

  /** Creates a paused game. */
  constructor(versions: Versions, canvases: Canvases, settings: Settings, enemies: number) {
    this.#versions = versions;
    this.#canvases = canvases;
    this.#seed = settings.seed;
    this.#draws = settings.draw === 'canvas';
    this.#balances = settings.regions === 'balanced';
    this.#version = settings.version;
    this.#world = createWorld(createTunnel(enemies, this.#seed), this.#seed);
    this.#game = this.#createGame();
  }

  get world(): World {
    return this.#world;
  }

  /** Number of updates by entity index. */
  get updates(): Uint32Array {
    return this.#game.updates;
  }

  /** The threads that play, if there are several. */
  get threads(): Threads | undefined {
    return this.#game.threads;
  }

  /** Whether each enemy is drawn with the color of its thread. */
  set showsOwners(shows: boolean) {
    this.#showsOwners = shows;
    this.#game.showsOwners = shows;
  }

  get version(): VersionName {
    return this.#version;
  }

  get isRunning(): boolean {
    return this.#stop !== undefined;
  }

  /** Starts or continues. `observer` observes the game, and later ones, from now on. Throws an Error if the page does not have the version. */
  start(observer?: Observer): void {
    this.pause();
    if (observer !== undefined) {
      this.#observer = observer;
      this.#game = this.#createGame();
    }
    const start = this.#versions[this.#version];
    if (start === undefined) throw new Error(`Play.start: this page must have the version ${this.#version}`);
    this.#stop = start(this.#game);
  }

  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Continues in the same world with another loop. */
  setVersion(version: VersionName): void {
    this.#version = version;
    if (this.isRunning) this.start();
  }

  /** Creates a new game with another number of enemies. It runs if the old one did. */
  setEnemies(enemies: number): void {
    const wasRunning = this.isRunning;
    this.pause();
    this.#world = createWorld(createTunnel(enemies, this.#seed), this.#seed);
    this.#game = this.#createGame();
    if (wasRunning) this.start();
    else this.redraw();
  }

  /** Draws the last frame again, for a canvas whose size has changed during a pause. */
  redraw(): void {
    if (!this.isRunning) this.#game.draw(1, performance.now());
  }

  #createGame(): Game {
    this.statistics = new GameStatistics();
    const observers = this.#observer === undefined ? [this.statistics] : [this.statistics, this.#observer];
    const renderer = rendererOf(this.#world, this.#draws, this.#canvases);
    const game = createGame(this.#world, { renderer, observers });
    game.balances = this.#balances;
    game.showsOwners = this.#showsOwners;
    return game;
  }
}

/** The renderer of a world on the canvases of the page; undefined to draw nothing. */
export function rendererOf(world: World, draws: boolean, canvases: Canvases): Renderer | undefined {
  return draws ? new TunnelRenderer(world, canvases) : undefined;
}
