import { Effects } from '../draw/effects.ts';
import { Fidgets } from '../draw/fidgets.ts';
import { LevelRenderer } from '../draw/level-renderer.ts';
import { EventDetector } from '../game/event-detector.ts';
import type { GameEvent } from '../game/game-event.ts';
import { createGame, type Game, type Observer, step, type Threads, type Version } from '../game/game.ts';
import type { Steering } from '../input/steering.ts';
import { Pulse } from '../game/pulse.ts';
import type { Run } from '../game/replay/run.ts';
import { replayVersion } from '../game/replay/replay-version.ts';
import { Tape } from '../game/replay/tape.ts';
import { TapePlayer } from '../game/replay/tape-player.ts';
import type { Entity } from '../world/entity.ts';
import type { Level } from '../world/level.ts';
import { hashWorld } from '../world/hash-world.ts';
import { commit, createWorld, type World } from '../world/world.ts';

export interface LevelPlayOptions {
  readonly level: Level;
  readonly seed: number;
  /** A run to watch instead of steering. */
  readonly replay?: Pick<Run, 'tape' | 'hash'>;
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly steering: Steering;
  /** Brings up to date what devices hold that do not tell by themselves; called in each step. */
  readonly readDevices: () => void;
  /** How strongly the view is shaken, 0 to 1. */
  readonly shake: number;
  /** Told what happened, in the step in which it did. */
  readonly tell: (event: GameEvent) => void;
  readonly playNote: () => void;
  /** Told when a replay is over, and whether it came to the end of the run. */
  readonly ended?: (isTrue: boolean) => void;
  /** Makes what else is to be told what the game does. */
  readonly watch?: (world: World) => Observer;
}

/** One go at a level: played, or paused. */
export class LevelPlay implements Observer {
  readonly world: World;
  readonly pulse = new Pulse();
  readonly effects: Effects;
  #tape: Tape;
  #run: Pick<Run, 'tape' | 'hash'> | undefined;
  #options: LevelPlayOptions;
  #game: Game;
  #events: EventDetector;
  #replay: TapePlayer | undefined;
  #isOver = false;
  #isElsewhere = false; // played by other threads, whose updates nobody has recorded
  #stop: (() => void) | undefined;

  /** Begins in pause. */
  constructor(options: LevelPlayOptions) {
    this.#options = options;
    this.world = createWorld(options.level, options.seed);
    this.effects = new Effects(this.world, options.shake);
    this.#tape = new Tape(this.world);
    if (options.replay !== undefined) this.#replay = new TapePlayer(this.world, options.replay.tape);
    this.#events = new EventDetector(this.world);
    const fidgets = new Fidgets(this.world);
    this.#game = createGame(this.world, {
      renderer: new LevelRenderer(this.world, options.canvas, this.effects, fidgets),
      observers: [this.pulse, this, ...(options.watch === undefined ? [] : [options.watch(this.world)])],
      steer: () => this.#steer(),
      decorations: [() => this.effects.move(), () => fidgets.decide()],
      playNote: options.playNote,
    });
  }

  /** Updates by entity. */
  get updates(): Uint32Array {
    return this.#game.updates;
  }

  /** The threads that play, if there are several. */
  get threads(): Threads | undefined {
    return this.#game.threads;
  }

  set showsOwners(shows: boolean) {
    this.#game.showsOwners = shows;
  }

  set balances(balances: boolean) {
    this.#game.balances = balances;
  }

  get isRunning(): boolean {
    return this.#stop !== undefined;
  }

  /** Times that a robot went down. */
  get falls(): number {
    return this.world.robots.reduce((sum, { falls }) => sum + falls, 0);
  }

  get gems(): number {
    return this.world.stage.taken.reduce((sum, taken) => sum + taken, 0);
  }

  /** What is needed to play the level again as it was played, once it is finished. */
  get run(): Pick<Run, 'tape' | 'hash'> | undefined {
    return this.#run;
  }

  /** See `hashWorld`. */
  get hash(): number {
    return hashWorld(this.world);
  }

  /** Whether the level was finished, or the replay is over: there is nothing to go on with. */
  get isOver(): boolean {
    return this.#isOver || this.#run !== undefined || (this.#isElsewhere && this.world.stage.wonAt >= 0);
  }

  get isReplay(): boolean {
    return this.#replay !== undefined;
  }

  /** Starts, or goes on, with a loop; with its own if it is a replay, unless that is over. */
  start(version: Version): void {
    this.pause();
    if (this.#isOver) return;
    const run = this.#replay === undefined ? version : replayVersion(this.#replay, () => this.#endReplay());
    this.#stop = run(this.#game);
  }

  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Draws the last picture again, for a stage whose size has changed in a pause. */
  redraw(): void {
    if (!this.isRunning) this.#game.draw(1, performance.now());
  }

  stepped(): void {
    this.#show(this.#events.detect());
  }

  #show(events: readonly GameEvent[]): void {
    for (const event of events) {
      this.effects.show(event);
      this.#options.tell(event);
    }
  }

  // What happened is told by who saw it: here it might come and go between two pictures.
  followed(): void {
    this.#isElsewhere = true;
    this.#events.detect();
    this.#show(this.#game.events.splice(0));
  }

  updated(entity: Entity, _: number, steps: number): void {
    if (this.#isRecording) this.#tape.updated(entity, steps);
  }

  drawn(): void {}

  worked(): void {}

  // The last step of a run is followed by nothing but its commit.
  #endReplay(): void {
    this.pause();
    this.#isOver = true;
    commit(this.world, step);
    this.stepped();
    this.#options.ended?.(hashWorld(this.world) === this.#options.replay?.hash);
  }

  get #isRecording(): boolean {
    return this.#replay === undefined && this.#run === undefined && !this.#isElsewhere;
  }

  #steer(): void {
    if (this.#replay !== undefined) return this.#replay.begin();
    if (this.#isRecording && this.world.stage.wonAt >= 0) {
      this.#run = { tape: this.#tape.finish(), hash: hashWorld(this.world) };
    }
    this.#options.readDevices();
    for (const [i, robot] of this.world.robots.entries()) robot.held = this.#options.steering.heldFor(i);
    if (this.#isRecording) this.#tape.begin();
  }
}
