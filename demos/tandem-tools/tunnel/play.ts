import { TunnelRenderer, type Canvases } from './tunnel-renderer.ts';
import type { Renderer } from '../../tandem/draw/renderer.ts';
import { createGame, type Game, type Observer, type Threads, type Version } from '../../tandem/game/game.ts';
import { Pulse } from '../../tandem/game/pulse.ts';
import type { VersionName } from '../../tandem/versions/names.ts';
import type { Settings } from './settings.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld, type World } from '../../tandem/world/world.ts';

/** The versions that a page has. */
export type Versions = Readonly<Partial<Record<VersionName, Version>>>;

/** A game that is played: in one of its versions, which can be changed, or paused. */
export class Play {
  pulse = new Pulse();
  #versions: Versions;
  #canvases: Canvases;
  #seed: number;
  #draws: boolean;
  #balances: boolean;
  #showsOwners = false;
  #version: VersionName;
  #world: World;
  #game: Game;
  #stop: (() => void) | undefined;

  /** Begins in pause. */
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

  /** Updates by entity. */
  get updates(): Uint32Array {
    return this.#game.updates;
  }

  /** The threads that play, if there are several. */
  get threads(): Threads | undefined {
    return this.#game.threads;
  }

  /** Whether the picture shows which thread has whom. */
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

  /** Starts, or goes on. `observer` is told what the game does from now on. Throws an Error if the page lacks the version. */
  start(observer?: Observer): void {
    this.pause();
    if (observer !== undefined) this.#game = this.#createGame(observer);
    const start = this.#versions[this.#version];
    if (start === undefined) throw new Error(`Play.start: this page must have the version ${this.#version}`);
    this.#stop = start(this.#game);
  }

  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Goes on in the same world with another loop. */
  setVersion(version: VersionName): void {
    this.#version = version;
    if (this.isRunning) this.start();
  }

  /** Begins anew with so many enemies. */
  setEnemies(enemies: number): void {
    const wasRunning = this.isRunning;
    this.pause();
    this.#world = createWorld(createTunnel(enemies, this.#seed), this.#seed);
    this.#game = this.#createGame();
    if (wasRunning) this.start();
    else this.redraw();
  }

  /** Draws the last picture again, for a stage whose size has changed in a pause. */
  redraw(): void {
    if (!this.isRunning) this.#game.draw(1, performance.now());
  }

  #createGame(observer?: Observer): Game {
    this.pulse = new Pulse();
    const observers = observer === undefined ? [this.pulse] : [this.pulse, observer];
    const renderer = rendererOf(this.#world, this.#draws, this.#canvases);
    const game = createGame(this.#world, { renderer, observers });
    game.balances = this.#balances;
    game.showsOwners = this.#showsOwners;
    return game;
  }
}

/** What shows a world on the page's canvases, or nothing. */
export function rendererOf(world: World, draws: boolean, canvases: Canvases): Renderer | undefined {
  return draws ? new TunnelRenderer(world, canvases) : undefined;
}
