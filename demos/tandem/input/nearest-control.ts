import type { Direction } from './gamepad-commands.ts';

/** The place of a control on the page, in CSS pixels. */
export type Place = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>;

/** Weight of a distance across the direction, relative to one along it. */
const across = 3;

/**
 * Index of the nearest place in a direction from the place `at`. If there is none, the next place in
 * the list for `down` and `right`, or the one before for `up` and `left`; both ends are connected.
 */
export function nearestControl(places: readonly Place[], at: number, direction: Direction): number {
  const step = direction === 'down' || direction === 'right' ? 1 : -1;
  const neighbor = (at + step + places.length) % places.length;
  const from = places[at];
  if (from === undefined) return step > 0 ? 0 : places.length - 1;
  const costs = places.map((place) => cost(from, place, direction));
  const least = Math.min(...costs);
  return least === Infinity ? neighbor : costs.indexOf(least);
}

/** The distance of a place in a direction; `Infinity` if the place is not in this direction. */
function cost(from: Place, to: Place, direction: Direction): number {
  const isVertical = direction === 'up' || direction === 'down';
  const along = {
    up: from.top - to.bottom,
    down: to.top - from.bottom,
    left: from.left - to.right,
    right: to.left - from.right,
  }[direction];
  if (along < -1) return Infinity; // places that touch may overlap by a rounding error
  const gap = isVertical
    ? Math.max(0, to.left - from.right, from.left - to.right)
    : Math.max(0, to.top - from.bottom, from.top - to.bottom);
  if (!isVertical && gap > 0) return Infinity; // not beside it
  return along + across * gap + alignment(from, to, isVertical);
}

/** Prefers, among places that are equally near, the one whose start is aligned best. Less than a pixel. */
function alignment(from: Place, to: Place, isVertical: boolean): number {
  const offset = isVertical ? Math.abs(from.left - to.left) : Math.abs(from.top - to.top);
  return offset / (1 + offset);
}
