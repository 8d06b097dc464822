import { type Controls, defaultControls } from '../../input/controls.ts';
import type { SteeringLesson } from '../../input/steering-lesson.ts';
import type { World } from '../../world/world.ts';
import { isOnSide, type MapView } from '../camera/map-view.ts';
import type { Pen } from '../pen.ts';
import { drawnPosition } from '../robots/robot-layer.ts';
import { type Box, robotBox } from './box.ts';
import { drawHints, placeHints } from './control-hints.ts';
import { SignLayer } from './sign-layer.ts';

/** Distance in pixels between a text and the edge of the stage. */
const margin = 4;

/** Draws signs, and the keys beside robots whose player does not know them yet. Changes of the fields take effect with the next frame. */
export class TextLayer {
  /** Whether texts are shown. Behind a menu they would be in its way. */
  isOn = true;
  controls: Controls = defaultControls;
  /** The abilities that the player has tried. Without it, no keys are shown beside the robots. */
  lesson: SteeringLesson | undefined;
  /** Height in stage pixels that the bar at the top of the page covers. */
  top = 0;
  /** The parts of the stage that other elements of the page cover, in stage pixels. */
  covered: readonly Box[] = [];
  #world: World;
  #signs: SignLayer;
  #keptClear: Box[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#signs = new SignLayer(world);
  }

  /** The robots and the keys beside them in the last frame, in stage pixels. Other elements should not cover them. */
  get keptClear(): readonly Box[] {
    return this.#keptClear;
  }

  /** To be called once per frame, before its views are drawn. */
  beginFrame(): void {
    this.#keptClear = [];
  }

  /** Draws the posts of the signs. */
  drawPosts(pen: Pen, view: MapView): void {
    this.#signs.drawPosts(pen, view);
  }

  /** Draws the texts of a view at the game time `shown`. `index`: 0 or 1 for the views of a divided stage. `time`: the page's time. Times are in ms. */
  draw(
    pen: Pen,
    view: MapView,
    { index, shown, time }: { index: number; shown: number; time: number },
  ): void {
    const { controls, lesson, top } = this;
    const room = {
      x: margin,
      y: top + margin,
      width: view.width - 2 * margin,
      height: view.height - top - 2 * margin,
    };
    const robots = this.#robotsIn(view, shown);
    const hints =
      lesson === undefined ? [] : placeHints(robots, { controls, lesson, room, scale: view.scale });
    this.#keptClear.push(...robots.filter((box) => box !== undefined), ...hints.map(({ box }) => box));
    if (!this.isOn) return;
    const obstacles = [...this.covered, ...this.#keptClear];
    this.#signs.drawBubbles(pen, view, index, { controls, obstacles, room, time });
    drawHints(pen, hints, this.#world, controls);
  }

  /** The box of each robot in a view, by player; undefined for a robot that is down or in another view. */
  #robotsIn(view: MapView, shown: number): (Box | undefined)[] {
    return this.#world.players.map((player) => {
      if (!player.active) return undefined;
      const { x, y } = drawnPosition(player, shown);
      const [stageX, stageY] = [view.left + x * view.scale, view.top + y * view.scale];
      return isOnSide(view, stageX, stageY, 0) ? robotBox(stageX, stageY, view.scale) : undefined;
    });
  }
}
