import { element } from '../../../lib/element.ts';
import type { Box } from '../../draw/texts/box.ts';
import type { LevelPlay } from '../play/level-play.ts';
import { placePanel } from './panel-place.ts';

/** Steps of 1/60 s for which the idea of a level is shown. */
const introSteps = 420;
/** Distance in CSS pixels between the bar and the game. */
const belowBar = 6;

/** The elements on top of the game. They move out of the way of the robots, and the texts of the level out of theirs. */
export class Panels {
  #bar = element('bar', HTMLElement);
  #intro = element('intro', HTMLElement);
  /** The elements that stay in their places. */
  #fixed = ['notice', 'switch', 'turn'].map((id) => element(id, HTMLElement));
  /** The elements that move out of the way, the most important ones first, with their places. */
  #movable: readonly (readonly [HTMLElement, readonly string[]])[] = [
    [element('thumb-first', HTMLElement), ['low', 'middle', 'high']],
    [element('thumb-second', HTMLElement), ['low', 'middle', 'high']],
    [element('hud', HTMLElement), ['top left', 'top right', 'bottom left', 'bottom right']],
    [this.#intro, ['top', 'bottom', 'above thumbs', 'below figures']],
  ];
  #barBottom = 0;
  #idea = '';

  /** Shows a new level's idea as soon as it is played. */
  introduce(title: string, idea: string): void {
    this.#idea = idea;
    element('intro-title', HTMLElement).textContent = title;
    element('intro-idea', HTMLElement).textContent = idea;
  }

  /** Shows, hides and places the elements around the robots. To be called some times per second while the game is shown, and before its first frame. */
  refresh(play: LevelPlay): void {
    this.#intro.hidden = this.#idea === '' || play.isReplay || play.world.tick > introSteps;
    const keptClear = play.texts.keptClear.map((box) => scaled(box, 1 / devicePixelRatio));
    const covered: Box[] = this.#fixed
      .map((shown) => shown.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    for (const [panel, places] of this.#movable) {
      const box = placePanel(panel, places, [...keptClear, ...covered]);
      if (box !== undefined) covered.push(box);
    }
    play.texts.covered = covered.map((box) => scaled(box, devicePixelRatio));
    if (!this.#bar.hidden) this.#barBottom = this.#bar.getBoundingClientRect().bottom + belowBar;
    play.texts.top = Math.round(this.#barBottom * devicePixelRatio);
  }
}

function scaled({ height, width, x, y }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
