/** What of the map is on the stage. Lengths on the stage are in its pixels, those of the map in cells. */
export interface MapView {
  /** Stage pixels per cell: a whole number, so that cells join without seams. */
  readonly scale: number;
  /** The stage's size. */
  readonly width: number;
  readonly height: number;
  /** Where the map's upper left corner is on the stage; whole numbers. */
  readonly left: number;
  readonly top: number;
  /** First and last column and row in view. */
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** The unit vector from the stage's middle to the half of it that shows this; undefined where the whole does. */
  readonly side?: Readonly<{ x: number; y: number }> | undefined;
}

/** Whether a place on the stage is in the half that shows a view, or no more than `margin` pixels beyond. */
export function isOnSide({ height, side, width }: MapView, x: number, y: number, margin: number): boolean {
  return side === undefined || (x - width / 2) * side.x + (y - height / 2) * side.y > -margin;
}
