import type { Replay } from '@doha/monitor/replay';
import { messageOf } from '../../lib/message-of.ts';
import type { TandemSession } from '../session/tandem-program.ts';
import type { Stage } from './stage.ts';

/** Plays a replay at the speed that its user chooses. All times are in ms since the beginning of the session. */
export class Player {
  #replay: Replay<TandemSession>;
  #stage: Stage;
  #changed: () => void;
  #start: number;
  #speed = 0; // recorded ms per ms; 0 in pauses
  #command = 0; // number of the last command; an earlier one ends at its next step
  #busy: Promise<void> = Promise.resolve();
  #error: unknown;
  #target: number | undefined;

  /** `start`: time on the clock of the session at which it began. `changed`: called when the time or the state has changed. */
  constructor(replay: Replay<TandemSession>, stage: Stage, start: number, changed: () => void) {
    this.#replay = replay;
    this.#stage = stage;
    this.#start = start;
    this.#changed = changed;
  }

  get time(): number {
    return Math.max(0, this.#replay.time - this.#start);
  }

  /** The time to which the replay moves without drawing; undefined at other times. */
  get target(): number | undefined {
    return this.#target;
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

  /** Replays up to a time. */
  seek(time: number): void {
    this.#do(async (isCurrent) => {
      this.#stage.isShown = false;
      this.#target = time;
      this.#changed();
      try {
        if (time < this.time) await this.#replay.seek(0);
        await this.#advance(() => this.time < time && isCurrent());
      } finally {
        this.#stage.isShown = true;
        this.#target = undefined;
      }
      this.redraw();
    });
  }

  /** Draws the world as it is. */
  redraw(): void {
    this.#replay.program.redraw(this.#replay.time);
  }

  /** Ends the replay. */
  dispose(): void {
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
