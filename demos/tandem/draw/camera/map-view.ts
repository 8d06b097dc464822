/** The part of the map on the stage. Lengths on the stage are in pixels, lengths on the map in cells. */
export interface MapView {
  /** Stage pixels per cell: an integer, so that cells join without seams. */
  readonly scale: number;
  /** Size of the stage. */
  readonly width: number;
  readonly height: number;
  /** Position of the upper left corner of the map on the stage; integers. */
  readonly left: number;
  readonly top: number;
  /** First and last column and row in view. */
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** Unit vector from the middle of the stage to the half that shows this view; undefined if the view fills the stage. */
  readonly side?: Readonly<{ x: number; y: number }> | undefined;
}

/** Whether a position on the stage is in the half of a view, or at most `margin` pixels beyond. */
export function isOnSide({ height, side, width }: MapView, x: number, y: number, margin: number): boolean {
  return side === undefined || (x - width / 2) * side.x + (y - height / 2) * side.y > -margin;
}
