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
}
