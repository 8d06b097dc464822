import type { OverlayModel } from '../overlay-model.ts';
import type { Canvas } from '../view/canvas.ts';
import { drawLanes, heightOfLanes, type Point } from '../view/draw-lanes.ts';
import { create } from './element.ts';
import { TimeControls } from './time-controls.ts';
import type { View } from './view.ts';

/** The callbacks of each thread over time. */
export class LanesView implements View {
  readonly draws = true;
  readonly interval = 0;
  readonly head: HTMLElement;
  readonly element: HTMLElement = create('div');
  #model: OverlayModel;
  #time: TimeControls;
  #pointed: Point | undefined;

  constructor(model: OverlayModel, canvas: Canvas, history: number, redraw: () => void) {
    this.#model = model;
    this.#time = new TimeControls([0.1, 0.5, 1, 2, 5], 1, history, redraw);
    this.head = create('div', { className: 'controls' }, ...this.#time.elements);
    const point = ({ offsetX, offsetY }: PointerEvent): void => {
      this.#pointed = { x: offsetX, y: offsetY };
    };
    canvas.element.addEventListener('pointermove', point);
    canvas.element.addEventListener('pointerdown', point);
    canvas.element.addEventListener('pointerleave', ({ pointerType }) => {
      if (pointerType === 'mouse') this.#pointed = undefined;
    });
  }

  draw(canvas: Canvas, width: number, ratio: number): void {
    const { all } = this.#model.lanes;
    canvas.begin(width, heightOfLanes(all), ratio);
    drawLanes(canvas, this.#model, this.#time.shown(this.#model), this.#pointed);
    canvas.describe(`Callbacks by thread: ${all.map(({ thread }) => thread).join(', ')}`);
  }
}
