import type { Notice } from '../panels/notice.ts';
import type { CurrentLevel, OpenedLevel } from '../play/current-level.ts';
import { finishLevel } from '../play/finish-level.ts';
import type { Progress } from '../store/progress.ts';
import type { Screens } from './screens.ts';
import { fillWinScreen } from './win-screen.ts';

/** Milliseconds from the win to the screen that reports it. */
const cheer = 1100;

export interface LevelEndOptions {
  readonly current: () => CurrentLevel;
  readonly notice: Notice;
  readonly progress: Progress;
  readonly screens: Screens;
}

/** Shows the end of a level or replay. */
export class LevelEnd {
  #options: LevelEndOptions;

  constructor(options: LevelEndOptions) {
    this.#options = options;
  }

  /** Shows the win screen, unless the player opens another level or a screen before. */
  won(level: OpenedLevel): void {
    const { current, screens } = this.#options;
    setTimeout(() => {
      if (current().play === level.play && screens.shown === undefined) this.#showWin(level);
    }, cheer);
  }

  /** If the replay reaches the exit, `won` shows the same screen as after the run itself. `isTrue`: whether the replay ended as the run did. */
  replayEnded(isTrue: boolean, { play }: OpenedLevel): void {
    const { notice, screens } = this.#options;
    if (play.world.stage.wonAt < 0) screens.replace('paused');
    if (!isTrue)
      notice.show('This replay is from another version of the game, so it ended differently from the run.');
  }

  #showWin(level: OpenedLevel): void {
    const { notice, progress, screens } = this.#options;
    fillWinScreen(finishLevel(level, progress));
    const { text } = notice; // a replay may just have ended differently from its run
    screens.replace('won');
    notice.show(text);
  }
}
