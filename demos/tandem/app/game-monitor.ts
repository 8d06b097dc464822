import { Recorder } from '@doha/monitor';
import { type Overlay, showOverlay } from '@doha/monitor/overlay';
import type { GameProbe, ImportanceWeights } from '../game/game.ts';
import type { LevelPlay } from './level-play.ts';

/** Horizontal distance in cells from a player within which an enemy is near. */
const nearDistance = 16;

/** The parameters: label, minimum, maximum and step of each weight. */
const weights: Readonly<Record<keyof ImportanceWeights, readonly [string, number, number, number]>> = {
  nearness: ['weight of nearness', 0.1, 10, 0.1],
  waiting: ['weight of waiting', 0.1, 10, 0.1],
  longWait: ['long wait (ms)', 100, 10_000, 100],
  halfAt: ['half importance at (cells)', 1, 100, 1],
};

/** Shows what the loop of the game does, and lets the user tune its policy. */
export class GameMonitor {
  readonly overlay: Overlay;
  #play: LevelPlay | undefined;
  #probe: GameProbe;
  #updates = 0; // at the last sample

  constructor() {
    const recorder = new Recorder();
    this.#probe = {
      loop: recorder.loop(),
      frame: recorder.frame('enemies'),
      span: (name, call) => recorder.span(name, call),
    };
    this.overlay = showOverlay(recorder, { name: 'Tandem monitor', key: null });
    this.#addSignals();
    this.#addParameters();
  }

  /** Records a game from now on. The weights of the last game are kept. */
  attach(play: LevelPlay): void {
    if (this.#play !== undefined) Object.assign(play.weights, this.#play.weights);
    this.#play = play;
    play.probe = this.#probe;
    this.#updates = updatesOf(play);
  }

  /** The weights of the present game. */
  get #weights(): ImportanceWeights {
    if (this.#play === undefined) throw new Error('No game is open.');
    return this.#play.weights;
  }

  #addSignals(): void {
    this.overlay.sample('entities', () => this.#play?.world.entities.length ?? 0, { unit: 'entities' });
    this.overlay.sample(
      'updates',
      () => {
        const before = this.#updates;
        this.#updates = this.#play === undefined ? 0 : updatesOf(this.#play);
        return Math.max(0, this.#updates - before);
      },
      { unit: 'updates', aggregate: 'rate', smoothing: 0.5 },
    );
    this.overlay.sample('age of near enemies', () => (this.#play === undefined ? 0 : ageOfNear(this.#play)), {
      unit: 'ms',
    });
  }

  #addParameters(): void {
    for (const name of Object.keys(weights) as (keyof ImportanceWeights)[]) {
      const [label, min, max, step] = weights[name];
      this.overlay.parameter(label, {
        get: () => this.#weights[name],
        set: (value) => (this.#weights[name] = value),
        min,
        max,
        step,
      });
    }
  }
}

function updatesOf({ updates }: LevelPlay): number {
  let sum = 0;
  for (const count of updates) sum += count;
  return sum;
}

/** Mean time in ms since the last update of the enemies near a player; 0 if there are none. */
function ageOfNear({ world }: LevelPlay): number {
  const { enemies, players, time } = world;
  let [count, sum] = [0, 0];
  for (const { updatedAt, x } of enemies) {
    if (!players.some((player) => Math.abs(player.x - x) < nearDistance)) continue;
    count++;
    sum += time - updatedAt;
  }
  return sum / Math.max(1, count);
}
