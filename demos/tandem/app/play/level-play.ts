import { Effects } from '../../draw/effects/effects.ts';
import { IdleAnimations } from '../../draw/robots/idle-animations.ts';
import { LevelRenderer } from '../../draw/level-renderer.ts';
import type { TextLayer } from '../../draw/texts/text-layer.ts';
import { EventDetector } from '../../game/event-detector.ts';
import type { GameEvent } from '../../game/game-event.ts';
import {
  createGame,
  type Game,
  type GameProbe,
  type ImportanceWeights,
  type Observer,
  step,
  type Threads,
  type Version,
} from '../../game/game.ts';
import type { Steering } from '../../input/steering.ts';
import type { SteeringLesson } from '../../input/steering-lesson.ts';
import { GameStatistics } from '../../game/game-statistics.ts';
import type { Run } from '../../game/replay/run.ts';
import { replayVersion } from '../../game/replay/replay-version.ts';
import { Tape } from '../../game/replay/tape.ts';
import { TapePlayer } from '../../game/replay/tape-player.ts';
import type { Entity } from '../../world/entity.ts';
import type { Level } from '../../world/level.ts';
import { hashWorld } from '../../world/hash-world.ts';
import { commit, createWorld, type World } from '../../world/world.ts';

export interface LevelPlayOptions {
  readonly level: Level;
  readonly seed: number;
  /** A run to be watched. */
  readonly replay?: Pick<Run, 'tape' | 'hash'>;
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly steering: Steering;
  /** The abilities that the player has tried. Keys are shown beside the robots until the player has tried all. Default: no keys are shown. */
  readonly lesson?: SteeringLesson;
  /** Reads input devices that send no events, such as gamepads; called in each step. */
  readonly readDevices: () => void;
  /** Strength of shakes of the view, 0 to 1. */
  readonly shake: number;
  /** Called for each event, in the step in which it happens. */
  readonly onEvent: (event: GameEvent) => void;
  readonly playNote: () => void;
  /**
   * Called at the end of a replay. `isTrue`: whether the world has the same hash as at the end of
   * the run.
   */
  readonly ended?: (isTrue: boolean) => void;
  /** Creates one more observer of the game, for example for measuring. */
  readonly watch?: (world: World) => Observer;
}

/** One attempt at a level, played or paused. */
export class LevelPlay implements Observer {
  readonly world: World;
  readonly statistics = new GameStatistics();
  readonly effects: Effects;
  #tape: Tape;
  #run: Pick<Run, 'tape' | 'hash'> | undefined;
  #options: LevelPlayOptions;
  #renderer: LevelRenderer;
  #game: Game;
  #events: EventDetector;
  #replay: TapePlayer | undefined;
  #isOver = false;
  #isElsewhere = false; // other threads play the game, and their updates are not recorded
  #stop: (() => void) | undefined;
  #version: Version | undefined;

  /** Creates a paused game. */
  constructor(options: LevelPlayOptions) {
    this.#options = options;
    this.world = createWorld(options.level, options.seed);
    this.effects = new Effects(this.world, options.shake);
    this.#tape = new Tape(this.world);
    if (options.replay !== undefined) this.#replay = new TapePlayer(this.world, options.replay.tape);
    this.#events = new EventDetector(this.world);
    const idleAnimations = new IdleAnimations(this.world);
    // Tasks in recordings have the names of these members. Minifiers keep them.
    const decorations = {
      moveEffects: () => this.effects.move(),
      decideIdleAnimations: () => idleAnimations.decide(),
    };
    this.#renderer = new LevelRenderer(this.world, options.canvas, this.effects, idleAnimations);
    if (options.replay === undefined) this.#renderer.texts.lesson = options.lesson;
    this.#game = createGame(this.world, {
      renderer: this.#renderer,
      observers: [this.statistics, this, ...(options.watch === undefined ? [] : [options.watch(this.world)])],
      steer: () => this.#steer(),
      decorations: Object.values(decorations),
      playNote: options.playNote,
    });
  }

  /** Number of updates by entity index. */
  get updates(): Uint32Array {
    return this.#game.updates;
  }

  /** The threads that play, if there are several. */
  get threads(): Threads | undefined {
    return this.#game.threads;
  }

  /** See {@link Game.weights}. */
  get weights(): Readonly<ImportanceWeights> {
    return this.#game.weights;
  }

  /** Changes a weight from the next step on. */
  tune(name: keyof ImportanceWeights, value: number): void {
    this.#game.weights[name] = value;
  }

  /** Records the work of the game's loop from now on. A running loop is started again. */
  set probe(probe: GameProbe | undefined) {
    this.#game.probe = probe;
    if (this.isRunning) this.start(this.#version!);
  }

  /** The texts over the level. */
  get texts(): TextLayer {
    return this.#renderer.texts;
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

  /** Number of falls of all robots. */
  get falls(): number {
    return this.world.robots.reduce((sum, { falls }) => sum + falls, 0);
  }

  get gems(): number {
    return this.world.stage.taken.reduce((sum, taken) => sum + taken, 0);
  }

  /**
   * The recorded run, once the level is finished. It stays undefined in a replay, and if other
   * threads play the game.
   */
  get run(): Pick<Run, 'tape' | 'hash'> | undefined {
    return this.#run;
  }

  /** See `hashWorld`. */
  get hash(): number {
    return hashWorld(this.world);
  }

  /** Whether the level is finished or the replay is over. */
  get isOver(): boolean {
    return this.#isOver || this.#run !== undefined || (this.#isElsewhere && this.world.stage.wonAt >= 0);
  }

  get isReplay(): boolean {
    return this.#replay !== undefined;
  }

  /**
   * Starts or resumes the game with the loop `version`. A replay uses a loop of its own instead.
   */
  start(version: Version): void {
    this.pause();
    this.#version = version;
    if (this.#isOver) return;
    const run = this.#replay === undefined ? version : replayVersion(this.#replay, () => this.#endReplay());
    this.#stop = run(this.#game);
  }

  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Draws the last frame again, for a stage whose size has changed during a pause. */
  redraw(): void {
    if (!this.isRunning) this.#game.draw(1, performance.now());
  }

  stepped(): void {
    this.#show(this.#events.detect());
  }

  #show(events: readonly GameEvent[]): void {
    for (const event of events) {
      this.effects.show(event);
      this.#options.onEvent(event);
    }
  }

  // Shows the events that the threads of the game have reported. The events that the page detects
  // are discarded, because the page misses events that begin and end between two of its frames.
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

  // The last step of the tape is played, but not committed yet.
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
    for (const [i, robot] of this.world.robots.entries()) {
      robot.held = this.#options.steering.heldFor(i);
      this.#options.lesson?.observe(i, robot.held);
    }
    if (this.#isRecording) this.#tape.begin();
  }
}
