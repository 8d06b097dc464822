import { element } from '../../../lib/element.ts';
import type { Steering } from '../../input/steering.ts';
import { Hud } from '../hud/hud.ts';
import { type CurrentLevel, type OpenedLevel, titleOf } from '../play/current-level.ts';
import { refreshBar } from './bar.ts';
import { Panels } from './panels.ts';

/** Milliseconds between two updates of the figures. */
const figuresPeriod = 500;
/** Milliseconds between two updates of the bar and the panels. */
const barPeriod = 100;

/** The elements of the page around a level: bar, figures and panels. */
export class GameDisplay {
  #level: Pick<CurrentLevel, 'play'>;
  #steering: Pick<Steering, 'hands'>;
  #bar = element('bar', HTMLElement);
  #figures = element('hud', HTMLElement);
  #hud = new Hud(this.#figures);
  #panels = new Panels();

  constructor(level: Pick<CurrentLevel, 'play'>, steering: Pick<Steering, 'hands'>) {
    this.#level = level;
    this.#steering = steering;
  }

  /** Shows the changes of the level from now on. */
  start(): void {
    setInterval(() => this.#refreshFigures(), figuresPeriod);
    setInterval(() => this.#refreshBar(), barPeriod);
  }

  set showsFigures(shows: boolean) {
    this.#figures.hidden = !shows;
  }

  /** Shows title and idea of another level. */
  introduce(level: OpenedLevel): void {
    const title = titleOf(level);
    element('bar-title', HTMLElement).textContent = title + (level.play.isReplay ? ' · replay' : '');
    this.#panels.introduce(title, level.text.idea);
  }

  /** To be called when the page shows a screen, or the game alone. The bar is hidden behind a screen. */
  screenChanged(isGame: boolean): void {
    this.#bar.hidden = !isGame;
    const { play } = this.#level;
    if (isGame && play !== undefined) this.#panels.refresh(play);
  }

  #refreshFigures(): void {
    const { play } = this.#level;
    if (!this.#figures.hidden && play !== undefined) this.#hud.refresh(play, performance.now());
  }

  #refreshBar(): void {
    const { play } = this.#level;
    if (play?.isRunning !== true) return;
    refreshBar(play, this.#steering.hands);
    this.#panels.refresh(play);
  }
}
