import { type Box, coveredArea } from '../../draw/texts/box.ts';

/** Free space in CSS pixels between a panel and an obstacle that comes closer. */
const margin = 8;

/**
 * Moves a panel to the first of its places where it covers no obstacle, or else to the one where it covers the least. The style sheet defines the
 * places by `data-place`. A panel that covers nothing stays. Boxes are in CSS pixels of the page. Returns the box of the panel; undefined if it is hidden.
 */
export function placePanel(
  panel: HTMLElement,
  places: readonly string[],
  obstacles: readonly Box[],
): Box | undefined {
  if (panel.hidden) return undefined;
  if (coveredArea(boxAt(panel, panel.dataset['place'] ?? places[0]!), obstacles) > 0) {
    const areas = places.map((place) => coveredArea(boxAt(panel, place), obstacles));
    boxAt(panel, places[areas.indexOf(Math.min(...areas))]!);
  }
  return panel.getBoundingClientRect();
}

function boxAt(panel: HTMLElement, place: string): Box {
  panel.dataset['place'] = place;
  const { x, y, width, height } = panel.getBoundingClientRect();
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}
