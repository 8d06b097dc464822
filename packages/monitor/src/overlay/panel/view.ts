import type { Canvas } from '../view/canvas.ts';

/** The contents of a tab: a drawing and controls. */
export interface View {
  /** The controls above the drawing, such as those of the time. */
  readonly head?: HTMLElement;
  /** The controls below the drawing. */
  readonly element: HTMLElement;
  /** Whether the view has a drawing. */
  readonly draws: boolean;
  /** The least time in ms between two drawings. */
  readonly interval: number;
  /** Draws the view, and refreshes its controls. `width`: in CSS pixels; `ratio`: pixels of the screen for each. */
  draw(canvas: Canvas, width: number, ratio: number): void;
}
