import type { Controls } from '../../input/controls.ts';
import type { Ability, SteeringLesson } from '../../input/steering-lesson.ts';
import { Key } from '../../world/robot/keys.ts';
import type { World } from '../../world/world.ts';
import { cssColor, mixColors, robotColors } from '../color.ts';
import type { Pen } from '../pen.ts';
import { type Box, coveredArea, moveInto, sharedArea } from './box.ts';
import { pixelDensity } from './pixel-density.ts';

/** Size of a key: minimum in CSS pixels, and in cells. */
const minKeySize = 22;
const keySize = 0.56;
/** Gap between keys in sizes of a key. */
const gap = 0.12;
/** Height in sizes of a key of the line that names the part of the device. */
const captionHeight = 0.75;

/** A key of a robot, its position in the block of keys, and the ability that the player tries with it. */
const caps: readonly {
  readonly name: 'jump' | 'left' | 'right';
  readonly column: number;
  readonly row: number;
  readonly ability: Ability;
}[] = [
  { name: 'jump', column: 1, row: 0, ability: 'jump' },
  { name: 'left', column: 0, row: 1, ability: 'run' },
  { name: 'right', column: 2, row: 1, ability: 'run' },
];

/** The hint of one robot in a view: the keys that the player has not tried yet. */
export interface ControlHint {
  readonly robot: number;
  readonly box: Box;
  /** Size of a key in pixels. */
  readonly key: number;
  readonly caps: typeof caps;
}

/**
 * The hints of the robots in `room`. They cover neither robots nor each other if there is another place. `robots` has one box by robot; undefined for a
 * robot that is not in the view.
 */
export function placeHints(
  robots: readonly (Box | undefined)[],
  {
    controls,
    lesson,
    room,
    scale,
  }: {
    readonly controls: Controls;
    readonly lesson: SteeringLesson;
    readonly room: Box;
    readonly scale: number;
  },
): ControlHint[] {
  const key = Math.max(minKeySize * pixelDensity(), keySize * scale);
  const hints = robots.flatMap((box, robot): ControlHint[] => {
    const left = caps.filter(({ ability }) => !lesson.isDone(robot, ability));
    if (box === undefined || left.length === 0) return [];
    const caption = controls.robots[robot]?.part === '' ? 0 : captionHeight;
    const width = (3 + 2 * gap) * key;
    const height = (new Set(left.map(({ row }) => row)).size * (1 + gap) - gap + caption) * key;
    const others = robots.filter((other) => other !== undefined);
    return [{ robot, key, caps: left, box: beside(box, { width, height }, others, room, 0.1 * scale) }];
  });
  return apart(hints, room, 0.5 * key);
}

/** A box above a robot, or else at its sides or higher, so that it covers no robot. */
function beside(
  robot: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  robots: readonly Box[],
  room: Box,
  distance: number,
): Box {
  const x = robot.x + (robot.width - width) / 2;
  const y = robot.y - height - distance;
  const boxes = [
    { x, y },
    { x: robot.x + robot.width + distance, y: robot.y },
    { x: robot.x - width - distance, y: robot.y },
    { x, y: y - robot.height - distance },
  ].map((at) => moveInto({ ...at, width, height }, room));
  const areas = boxes.map((box) => coveredArea(box, robots));
  return boxes[areas.indexOf(Math.min(...areas))]!;
}

/** Moves two hints that would overlap away from each other. The left robot keeps the left hint. */
function apart(hints: readonly ControlHint[], room: Box, distance: number): ControlHint[] {
  const [one, other] = hints;
  if (one === undefined || other === undefined || sharedArea(one.box, widened(other.box, distance)) === 0)
    return [...hints];
  const [left, right] = one.box.x <= other.box.x ? [one, other] : [other, one];
  const middle = (left.box.x + right.box.x + right.box.width) / 2;
  const total = left.box.width + right.box.width + distance;
  const x = Math.max(room.x, Math.min(room.x + room.width - total, middle - total / 2));
  return [
    { ...left, box: { ...left.box, x } },
    { ...right, box: { ...right.box, x: x + left.box.width + distance } },
  ];
}

function widened(box: Box, by: number): Box {
  return { ...box, x: box.x - by, width: box.width + 2 * by };
}

/** Draws hints. A held key is filled. */
export function drawHints(pen: Pen, hints: readonly ControlHint[], world: World, controls: Controls): void {
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const { box, caps: keys, key, robot } of hints) {
    const labels = controls.robots[robot]!;
    const color = robotColors[robot]!;
    const step = (1 + gap) * key;
    const firstRow = Math.min(...keys.map(({ row }) => row));
    for (const { column, name, row } of keys) {
      const at = { x: box.x + column * step, y: box.y + (row - firstRow) * step };
      const isHeld = (world.robots[robot]!.held & Key[name]) !== 0;
      drawCap(pen, at, key, labels[name], { color, isHeld, isRound: controls.isRound });
    }
    if (labels.part !== '') drawCaption(pen, labels.part, box, key, color);
  }
}

function drawCaption(pen: Pen, text: string, box: Box, key: number, color: number): void {
  const size = 0.5 * key;
  pen.font = `600 ${size}px system-ui, sans-serif`;
  const width = pen.measureText(text).width + size;
  pen.fillStyle = 'rgb(8 11 19 / 0.88)';
  pen.beginPath();
  pen.roundRect(
    box.x + (box.width - width) / 2,
    box.y + box.height - 0.68 * key,
    width,
    0.74 * key,
    0.3 * key,
  );
  pen.fill();
  pen.fillStyle = cssColor(mixColors(color, 0xffffff, 0.35));
  pen.fillText(text, box.x + box.width / 2, box.y + box.height - 0.3 * key);
}

function drawCap(
  pen: Pen,
  { x, y }: { readonly x: number; readonly y: number },
  size: number,
  label: string,
  { color, isHeld, isRound }: { readonly color: number; readonly isHeld: boolean; readonly isRound: boolean },
): void {
  pen.fillStyle = isHeld ? cssColor(color) : 'rgb(8 11 19 / 0.88)';
  pen.strokeStyle = cssColor(color);
  pen.lineWidth = Math.max(1.5, 0.06 * size);
  pen.beginPath();
  pen.roundRect(x, y, size, size, isRound ? size / 2 : 0.22 * size);
  pen.fill();
  pen.stroke();
  // A long label, such as that of the shift key, is squeezed into the key.
  pen.font = `700 ${0.56 * size}px system-ui, sans-serif`;
  pen.fillStyle = isHeld ? '#080b13' : cssColor(mixColors(color, 0xffffff, 0.5));
  pen.fillText(label, x + size / 2, y + 0.53 * size, 0.84 * size);
}
