import { type MapView, isOnSide } from '../camera/map-view.ts';
import { type Box, coveredArea, moveInto } from './box.ts';

/**
 * The possible positions of a bubble, the closest to its sign first. `rise`: distance in cells from the sign to the lower edge of the bubble. `shift`:
 * position of the middle of the bubble, in half widths of it from the sign.
 */
const offsets = [0.6, 1.9, 3.2, 4.5, 5.8]
  .flatMap((rise) => [0, -1.15, 1.15, -2.3, 2.3].map((shift) => ({ rise, shift })))
  .toSorted((one, other) => distanceOf(one) - distanceOf(other));

/** The position of a bubble, which changes only when something gets in its way. */
export class BubblePlace {
  #choice = 0;
  #chosenAt = -Infinity;

  /**
   * The box of a bubble of the given size for a sign at (x, y), and the time at which it came there. `room` is the part of the stage for texts; `obstacles`
   * must not be covered.
   */
  find(
    view: MapView,
    sign: { readonly x: number; readonly y: number },
    size: { readonly width: number; readonly height: number },
    {
      room,
      obstacles,
      time,
    }: { readonly room: Box; readonly obstacles: readonly Box[]; readonly time: number },
  ): { readonly box: Box; readonly since: number } {
    const boxes = offsets.map(({ rise, shift }) =>
      moveInto(
        {
          ...size,
          x: sign.x + (shift - 1) * (size.width / 2),
          y: sign.y - rise * view.scale - size.height,
        },
        room,
      ),
    );
    const costs = boxes.map((box) => coveredArea(box, obstacles) + (isInHalf(view, box) ? 0 : area(box)));
    if (costs[this.#choice]! > 0) {
      const best = costs.indexOf(Math.min(...costs));
      if (best !== this.#choice) this.#chosenAt = time;
      this.#choice = best;
    }
    return { box: boxes[this.#choice]!, since: this.#chosenAt };
  }
}

/** Whether all corners of a box are in the half of the stage that shows a view. */
function isInHalf(view: MapView, { x, y, width, height }: Box): boolean {
  return [x, x + width].every((atX) => [y, y + height].every((atY) => isOnSide(view, atX, atY, 0)));
}

function area({ width, height }: Box): number {
  return width * height;
}

function distanceOf({ rise, shift }: { readonly rise: number; readonly shift: number }): number {
  return rise + 1.5 * Math.abs(shift);
}
