/** The part of a canvas context that shapes use. */
export type ShapePen = CanvasPath & CanvasDrawPath & CanvasFillStrokeStyles;

/**
 * Draws a body around the origin, looking along the x axis, with radius 1; its parts reach at most
 * `shapeReach`. The caller has set the styles of `pen`. `core` is the color of eyes and other
 * bright parts.
 */
export type Shape = (pen: ShapePen, core: string) => void;

/** Extent of the widest shape in radii. */
export const shapeReach = 1.7;

/** Fills and strokes a path. */
export function outline(pen: ShapePen, path: () => void): void {
  pen.beginPath();
  path();
  pen.fill();
  pen.stroke();
}

/** A polygon through points, given as x and y in turn. */
export function polygon(pen: ShapePen, points: readonly number[]): void {
  outline(pen, () => {
    for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i]!, points[i + 1]!);
    pen.closePath();
  });
}

export function disc(pen: ShapePen): void {
  outline(pen, () => pen.arc(0, 0, 0.9, 0, 2 * Math.PI));
}

/** A ring in the color of the core. */
export function ring(pen: ShapePen, core: string, radius: number): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.strokeStyle = core;
  pen.stroke();
}

export function eye(pen: ShapePen, core: string, x: number, y: number): void {
  pen.beginPath();
  pen.arc(x, y, 0.2, 0, 2 * Math.PI);
  pen.fillStyle = core;
  pen.fill();
}

/** A gun barrel on a disc. */
export function barrel(pen: ShapePen, core: string): void {
  outline(pen, () => pen.roundRect(0, -0.3, 1.45, 0.6, 0.12));
  disc(pen);
  eye(pen, core, 0, 0);
}

/** A disc with spikes. */
export function mine(pen: ShapePen, core: string): void {
  for (let i = 0; i < 4; i++) {
    const angle = (i * Math.PI) / 4;
    pen.beginPath();
    pen.moveTo(1.3 * Math.cos(angle), 1.3 * Math.sin(angle));
    pen.lineTo(-1.3 * Math.cos(angle), -1.3 * Math.sin(angle));
    pen.stroke();
  }
  disc(pen);
  eye(pen, core, 0, 0);
}
