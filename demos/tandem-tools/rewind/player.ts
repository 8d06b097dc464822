import type { Replay } from '@doha/monitor/replay';
import { messageOf } from '../../lib/message-of.ts';
import type { TandemSession } from '../session/tandem-program.ts';
import type { Stage } from './stage.ts';

/** A move of a replay to another time. */
export interface Move {
  /** In ms since the beginning of the session. */
  readonly target: number;
  /** The part of the way that is done, 0 to 1. */
  readonly done: number;
}

/** Time in ms between two drawn frames of a move. Drawing every frame would take more time than the move. */
const frameEvery = 400;

/** Plays a replay at the speed that its user chooses. All times are in ms since the beginning of the session. */
export class Player {
  #replay: Replay<TandemSession>;
  #stage: Pick<Stage, 'isShown'>;
  #changed: () => void;
  #start: number;
  #speed = 0; // recorded ms per ms; 0 in pauses
  #command = 0; // number of the last command; an earlier one ends at its next step
  #busy: Promise<void> = Promise.resolve();
  #error: unknown;
  #isDisposed = false;
  #way: { readonly from: number; readonly to: number } | undefined;

  /** `start`: time on the clock of the session at which it began. `changed`: called when the time or the state has changed. */
  constructor(
    replay: Replay<TandemSession>,
    stage: Pick<Stage, 'isShown'>,
    start: number,
    changed: () => void,
  ) {
    this.#replay = replay;
    this.#stage = stage;
    this.#start = start;
    this.#changed = changed;
  }

  get time(): number {
    return Math.max(0, this.#replay.time - this.#start);
  }

  /** Number of steps of the game. */
  get steps(): number {
    return this.#replay.program.world.tick;
  }

  /** The move that is going on, if there is one. */
  get move(): Move | undefined {
    if (this.#way === undefined) return undefined;
    const { from, to } = this.#way;
    const done = to > from ? (this.time - from) / (to - from) : 1;
    return { target: to, done: Math.max(0, Math.min(1, done)) };
  }

  get isPlaying(): boolean {
    return this.#speed > 0;
  }

  get isOver(): boolean {
    return this.#replay.isOver;
  }

  /** A sentence about the error of the replay, or its difference from the recorded session, if there is one. */
  get problem(): string | undefined {
    if (this.#error !== undefined) return messageOf(this.#error);
    const { divergence } = this.#replay;
    return (
      divergence && `The replay differs from the session: ${divergence.recorded} is ${divergence.replayed}.`
    );
  }

  /** A sentence about the end of the replay; undefined before it, or if there is a problem. */
  get outcome(): string | undefined {
    if (!this.isOver || this.problem !== undefined) return undefined;
    return this.#replay.isComplete
      ? 'The replay has reached the end, in the same state as the recording.'
      : 'The replay has reached the end of the file. The last part of the session is missing.';
  }

  /** Plays with a speed in recorded ms per ms, from the beginning if the replay is over. */
  play(speed: number): void {
    this.#do(async (isCurrent) => {
      if (this.isOver) await this.#replay.seek(0);
      this.#speed = speed;
      const from = this.time;
      const began = performance.now();
      while (isCurrent() && !this.isOver) {
        const now = await nextFrame();
        await this.#advance(() => this.time < from + speed * (now - began) && isCurrent());
        this.#changed();
      }
    });
  }

  pause(): void {
    this.#do(async () => {});
  }

  /** Replays up to the next step of the game. */
  step(): void {
    this.#do(async () => {
      const { tick } = this.#replay.program.world;
      await this.#advance(() => this.#replay.program.world.tick === tick);
      this.redraw();
    });
  }

  /** Moves to a time. All steps before it run again, without waiting, and a frame is drawn only now and then. */
  seek(time: number): void {
    this.#do(async (isCurrent) => {
      this.#stage.isShown = false;
      this.#way = { from: time < this.time ? 0 : this.time, to: time };
      this.#changed();
      try {
        if (time < this.time) await this.#replay.seek(0);
        let drawnAt = performance.now();
        await this.#advance(() => {
          if (performance.now() - drawnAt >= frameEvery) {
            this.redraw();
            this.#changed();
            drawnAt = performance.now();
          }
          return this.time < time && isCurrent();
        });
      } finally {
        this.#stage.isShown = true;
        this.#way = undefined;
      }
      this.redraw();
    });
  }

  /** Draws the world as it is, also during a move. The stage may show another world after `dispose`. */
  redraw(): void {
    if (this.#isDisposed) return;
    const { isShown } = this.#stage;
    this.#stage.isShown = true;
    try {
      this.#replay.program.redraw(this.#replay.time);
    } finally {
      this.#stage.isShown = isShown;
    }
  }

  /** Ends the replay. */
  dispose(): void {
    this.#isDisposed = true;
    this.#do(async () => this.#replay.dispose());
  }

  #do(run: (isCurrent: () => boolean) => Promise<void>): void {
    this.#busy = this.#runAfter(this.#busy, run);
  }

  /** Runs a command when the earlier one has ended. */
  async #runAfter(earlier: Promise<void>, run: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const command = ++this.#command;
    const isCurrent = (): boolean => command === this.#command;
    await earlier;
    if (!isCurrent()) return;
    try {
      await run(isCurrent);
    } catch (error) {
      this.#error = error;
    }
    this.#speed = 0;
    this.#changed();
  }

  async #advance(mustContinue: () => boolean): Promise<void> {
    while (mustContinue() && (await this.#replay.step()));
  }
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
}
