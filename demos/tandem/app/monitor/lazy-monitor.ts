import type { LevelPlay } from '../play/level-play.ts';
import type { GameMonitor } from './game-monitor.ts';

/** Loads the code of the overlay. */
export type LoadMonitor = () => Promise<GameMonitor>;

/** The overlay that shows what the game does. Its code is loaded when it is shown first. */
export class LazyMonitor {
  #load: LoadMonitor;
  #play: LevelPlay | undefined;
  #loading: Promise<void> | undefined;
  #monitor: GameMonitor | undefined;

  constructor(load: LoadMonitor) {
    this.#load = load;
  }

  /** Records another game from now on, if the overlay has been shown. */
  attach(play: LevelPlay): void {
    this.#play = play;
    this.#record();
  }

  /** Shows the overlay, or hides it. Rejects if its code cannot be loaded; the next call tries again. */
  async toggle(): Promise<void> {
    if (this.#monitor !== undefined) return this.#monitor.overlay.toggle();
    this.#loading ??= this.#open();
    await this.#loading;
  }

  async #open(): Promise<void> {
    try {
      this.#monitor = await this.#load();
    } finally {
      this.#loading = undefined;
    }
    this.#record();
    this.#monitor.overlay.show();
  }

  #record(): void {
    if (this.#monitor === undefined || this.#play === undefined) return;
    this.#monitor.attach(this.#play);
    this.#play.probe = this.#monitor.probe;
  }
}
