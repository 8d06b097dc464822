import type { Controls } from '../../input/controls.ts';
import type { Ability, SteeringLesson } from '../../input/steering-lesson.ts';
import type { Place } from '../../world/level.ts';
import { Key } from '../../world/robot/keys.ts';
import type { World } from '../../world/world.ts';
import { cssColor, mixColors, robotColors } from '../color.ts';
import type { Pen } from '../pen.ts';
import { type Box, coveredArea, moveInto, sharedArea } from './box.ts';
import { pixelDensity } from './pixel-density.ts';

/** Size of a key: minimum in CSS pixels, and in cells. */
const minKeySize = 22;
const keyCells = 0.56;
/** Gap between keys in sizes of a key. */
const gap = 0.12;
/** Height in sizes of a key of a line that names a part of the device. Its width is estimated from its number of characters and its padding. */
const captionHeight = 0.75;
const characterWidth = 0.32;
const captionPadding = 0.5;
/** Width in sizes of a key of three keys side by side. */
const blockWidth = 3 + 2 * gap;

/** A key of a robot, its position in the block of keys, and the ability that the player tries with it. */
interface HintKey {
  readonly name: 'jump' | 'left' | 'right';
  readonly column: number;
  readonly row: number;
  readonly ability: Ability;
}

const hintKeys: readonly HintKey[] = [
  { name: 'jump', column: 1, row: 0, ability: 'jump' },
  { name: 'left', column: 0, row: 1, ability: 'run' },
  { name: 'right', column: 2, row: 1, ability: 'run' },
];

/** The hint of one robot in a view: the keys that the player has not tried yet. */
export interface ControlHint {
  readonly robot: number;
  readonly box: Box;
  /** Size of a key in pixels. */
  readonly keySize: number;
  readonly keys: readonly HintKey[];
  /** The lines below the keys. */
  readonly captions: readonly string[];
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
  const keySize = Math.max(minKeySize * pixelDensity(), keyCells * scale);
  const others = robots.filter((box) => box !== undefined);
  const hints = robots.flatMap((robotBox, robot): ControlHint[] => {
    const labels = controls.robots[robot]!;
    const untried = hintKeys.filter(({ ability }) => !lesson.isDone(robot, ability));
    if (robotBox === undefined || untried.length === 0) return [];
    const keys = untried.filter(({ name }) => labels[name] !== '');
    const captions = [...new Set(untried.map(({ ability }) => labels.captions[ability]))].filter(
      (caption) => caption !== '',
    );
    const size = sizeOf(keys, captions, keySize);
    const box = beside(robotBox, size, others, room, 0.1 * scale);
    return [{ robot, box, keySize, keys, captions }];
  });
  return apart(hints, room, 0.5 * keySize);
}

function sizeOf(
  keys: readonly HintKey[],
  captions: readonly string[],
  keySize: number,
): Pick<Box, 'width' | 'height'> {
  const lengths = captions.map(({ length }) => length * characterWidth + captionPadding);
  const foot = captions.length === 0 ? -gap : captions.length * captionHeight;
  return {
    width: Math.max(blockWidth, ...lengths) * keySize,
    height: (rowsOf(keys) * (1 + gap) + foot) * keySize,
  };
}

function rowsOf(keys: readonly HintKey[]): number {
  return new Set(keys.map(({ row }) => row)).size;
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
  for (const { box, captions, keys, keySize, robot } of hints) {
    const labels = controls.robots[robot]!;
    const color = robotColors[robot]!;
    const step = (1 + gap) * keySize;
    const left = box.x + (box.width - blockWidth * keySize) / 2;
    const firstRow = Math.min(...keys.map(({ row }) => row));
    for (const { column, name, row } of keys) {
      const at = { x: left + column * step, y: box.y + (row - firstRow) * step };
      const isHeld = (world.robots[robot]!.held & Key[name]) !== 0;
      drawKey(pen, at, keySize, labels[name], { color, isHeld, isRound: controls.isRound });
    }
    for (const [line, caption] of captions.entries()) {
      const top = box.y + rowsOf(keys) * step + line * captionHeight * keySize;
      drawCaption(pen, caption, { x: box.x + box.width / 2, y: top }, keySize, color);
    }
  }
}

/** Draws a line of text. `top`: the middle of its upper edge. */
function drawCaption(pen: Pen, text: string, top: Place, keySize: number, color: number): void {
  const size = 0.5 * keySize;
  pen.font = `600 ${size}px system-ui, sans-serif`;
  const width = pen.measureText(text).width + size;
  pen.fillStyle = 'rgb(8 11 19 / 0.88)';
  pen.beginPath();
  pen.roundRect(top.x - width / 2, top.y, width, 0.7 * keySize, 0.3 * keySize);
  pen.fill();
  pen.fillStyle = cssColor(mixColors(color, 0xffffff, 0.35));
  pen.fillText(text, top.x, top.y + 0.36 * keySize);
}

function drawKey(
  pen: Pen,
  { x, y }: Place,
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
