import type { Shape } from '../../world/enemies/shape.ts';
import { cssColor, mixColors } from '../color.ts';
import type { Pen } from '../pen.ts';

/**
 * Draws the shape of a body in 0xRRGGBB around the origin, with radius 1. `brightness` is 0 (dark,
 * but visible) to 1.
 */
export function drawBody(pen: Pen, shape: Shape, color: number, brightness: number): void {
  const fill = mixColors(mixColors(0x0a0d16, color, 0.16), color, 0.75 * brightness);
  const line = mixColors(mixColors(0x0a0d16, color, 0.42), mixColors(color, 0xffffff, 0.35), brightness);
  const core = mixColors(mixColors(0x0a0d16, color, 0.5), 0xffffff, brightness);
  pen.fillStyle = cssColor(fill);
  pen.strokeStyle = cssColor(line);
  pen.lineWidth = 0.2;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  shape(pen, cssColor(core));
}
