import { Recorder } from '@doha/monitor';
import { type Overlay, showOverlay } from '@doha/monitor/overlay';
import type { GameProbe, ImportanceWeights } from '../../game/game.ts';
import { isNear } from '../../game/is-near.ts';
import type { World } from '../../world/world.ts';

/** Longest time in ms between two samples while the overlay is shown. */
const longestSample = 1000;

/** The names of the weights in the order in which they are shown, and their ranges. */
export const weightRanges: Readonly<
  Record<keyof ImportanceWeights, readonly [label: string, min: number, max: number, step: number]>
> = {
  nearness: ['weight of nearness', 0.1, 10, 0.1],
  waiting: ['weight of waiting', 0.1, 10, 0.1],
  longWait: ['long wait (ms)', 100, 10_000, 100],
  halfAt: ['half importance at (cells)', 1, 100, 1],
};

/** A game whose loop is recorded with the probe of a monitor. */
export interface MonitoredGame {
  readonly world: World;
  /** Number of updates by entity index. */
  readonly updates: Uint32Array;
  readonly weights: Readonly<ImportanceWeights>;
  /** Changes a weight. */
  tune(name: keyof ImportanceWeights, value: number): void;
}

/** Shows what the loop of the game does, and lets the user tune its policy. */
export class GameMonitor {
  readonly overlay: Overlay;
  readonly recorder = new Recorder();
  /** The probe that records a game. */
  readonly probe: GameProbe;
  #game: MonitoredGame | undefined;
  #weights: Partial<Readonly<ImportanceWeights>> = {}; // of the last game
  #updates = 0; // at the last sample
  #sampledAt = -Infinity;

  constructor() {
    const { recorder } = this;
    this.probe = {
      loop: recorder.loop(),
      frame: recorder.frame('enemies'),
      span: (name, call) => recorder.span(name, call),
    };
    this.overlay = showOverlay(recorder, { name: 'Tandem monitor', key: null, isShown: false });
    this.#addSignals();
    this.#addParameters();
  }

  /** Shows a game from now on, with the weights of the last game. */
  attach(game: MonitoredGame): void {
    const weights = this.#weights;
    for (const name of Object.keys(weights) as (keyof ImportanceWeights)[]) game.tune(name, weights[name]!);
    this.#game = game;
    this.#weights = game.weights;
    this.#updates = updatesOf(game);
  }

  /** Shows no game until the next one. */
  detach(): void {
    this.#game = undefined;
  }

  get #opened(): MonitoredGame {
    if (this.#game === undefined) throw new Error('No game is running.');
    return this.#game;
  }

  #addSignals(): void {
    this.overlay.sample('entities', () => this.#game?.world.entities.length ?? 0);
    this.overlay.sample(
      'updates',
      () => {
        const [before, sampledAt] = [this.#updates, this.#sampledAt];
        this.#updates = this.#game === undefined ? 0 : updatesOf(this.#game);
        this.#sampledAt = performance.now();
        // The first sample after a time in which the overlay was hidden counts all updates of this time.
        return this.#sampledAt - sampledAt > longestSample ? 0 : Math.max(0, this.#updates - before);
      },
      { unit: 'updates', aggregate: 'rate', smoothing: 0.5 },
    );
    for (const [name, isOfNear] of [
      ['age of near enemies', true],
      ['age of other enemies', false],
    ] as const)
      this.overlay.sample(name, () => (this.#game === undefined ? 0 : ageOf(this.#game, isOfNear)), {
        unit: 'ms',
      });
  }

  #addParameters(): void {
    for (const name of Object.keys(weightRanges) as (keyof ImportanceWeights)[]) {
      const [label, min, max, step] = weightRanges[name];
      this.overlay.parameter(label, {
        get: () => this.#opened.weights[name],
        set: (value) => this.#opened.tune(name, value),
        min,
        max,
        step,
      });
    }
  }
}

function updatesOf({ updates }: MonitoredGame): number {
  let sum = 0;
  for (const count of updates) sum += count;
  return sum;
}

/** Mean time in ms since the last update of the enemies near a player, or of the other ones; 0 if there are none. */
function ageOf({ world }: MonitoredGame, isOfNear: boolean): number {
  const { enemies, players, time } = world;
  let [count, sum] = [0, 0];
  for (const enemy of enemies) {
    if (isNear(players, enemy) !== isOfNear) continue;
    count++;
    sum += time - enemy.updatedAt;
  }
  return sum / Math.max(1, count);
}
