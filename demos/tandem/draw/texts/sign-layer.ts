import type { Controls } from '../../input/controls.ts';
import type { Place } from '../../world/level.ts';
import type { World } from '../../world/world.ts';
import { cssColor, mixColors, rockEdge } from '../color.ts';
import type { MapView } from '../camera/map-view.ts';
import type { Pen } from '../pen.ts';
import type { Box } from './box.ts';
import { BubblePlace } from './bubble-place.ts';
import { pixelDensity } from './pixel-density.ts';

/** Distance in cells at which a sign can be read. */
const reach = 4.5;
/** Minimum size of the text in CSS pixels. */
const minTextSize = 13;
/** Characters per line in a bubble. */
const lineLength = 30;
/** Time in ms in which a bubble appears at a new position. */
const fadeTime = 180;

/** Draws the signs of a level. The text of a sign appears in a bubble while a robot is near. */
export class SignLayer {
  #world: World;
  /** By view and sign. */
  #places: Map<string, BubblePlace> = new Map();

  constructor(world: World) {
    this.#world = world;
  }

  drawPosts(pen: Pen, view: MapView): void {
    for (const sign of this.#world.level.signs ?? []) {
      drawPost(
        pen,
        view.left + sign.x * view.scale,
        view.top + sign.y * view.scale,
        view.scale,
        this.#nearness(sign),
      );
    }
  }

  /**
   * Draws the bubbles of one of the views. `room` is the part of the stage for texts, and no bubble covers one of the `obstacles` if there is
   * another place for it.
   */
  drawBubbles(
    pen: Pen,
    view: MapView,
    index: number,
    {
      controls,
      obstacles,
      room,
      time,
    }: {
      readonly controls: Controls;
      readonly obstacles: readonly Box[];
      readonly room: Box;
      readonly time: number;
    },
  ): void {
    const size = Math.max(minTextSize * pixelDensity(), Math.round(view.scale * 0.42));
    pen.font = `500 ${size}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const signs = this.#world.level.signs ?? [];
    const taken = [...obstacles, ...signs.map((sign) => postBox(sign, view))];
    for (const [i, sign] of signs.entries()) {
      const near = this.#nearness(sign);
      if (near === 0) continue;
      const lines = wrap(withControls(sign.text, controls));
      const width = Math.max(...lines.map((line) => pen.measureText(line).width)) + 1.6 * size;
      const height = (lines.length + 0.7) * 1.3 * size;
      const at = { x: view.left + sign.x * view.scale, y: view.top + sign.y * view.scale };
      const { box, since } = this.#placeOf(index, i).find(
        view,
        at,
        { width, height },
        { room, obstacles: taken, time },
      );
      taken.push(box);
      drawBubble(pen, box, lines, {
        at,
        size,
        opacity: near * Math.min(1, (time - since) / fadeTime),
        scale: view.scale,
      });
    }
  }

  #placeOf(view: number, sign: number): BubblePlace {
    const key = `${view} ${sign}`;
    const place = this.#places.get(key) ?? new BubblePlace();
    this.#places.set(key, place);
    return place;
  }

  #nearness({ x, y }: Place): number {
    let nearest = Infinity;
    for (const player of this.#world.players) {
      if (player.active) nearest = Math.min(nearest, Math.hypot(player.x - x, player.y - y));
    }
    return Math.max(0, Math.min(1, 4 * (1 - nearest / reach)));
  }
}

/** The text of a sign with the names of the player's keys instead of `{crouch}` and `{jump}`. */
export function withControls(text: string, { phrases }: Controls): string {
  return text.replaceAll(/\{(crouch|jump)\}/g, (_, name: keyof Controls['phrases']) => phrases[name]);
}

function postBox({ x, y }: Place, { left, scale, top }: MapView): Box {
  return { x: left + (x - 0.4) * scale, y: top + (y - 0.4) * scale, width: 0.8 * scale, height: 0.9 * scale };
}

function drawPost(pen: Pen, x: number, y: number, scale: number, near: number): void {
  pen.strokeStyle = cssColor(rockEdge, 0.5 + 0.4 * near);
  pen.fillStyle = cssColor(rockEdge, 0.15);
  pen.lineWidth = Math.max(1, 0.06 * scale);
  pen.beginPath();
  pen.moveTo(x, y + 0.5 * scale);
  pen.lineTo(x, y + 0.1 * scale);
  pen.roundRect(x - 0.38 * scale, y - 0.4 * scale, 0.76 * scale, 0.5 * scale, 0.08 * scale);
  pen.fill();
  pen.stroke();
  pen.fillStyle = cssColor(rockEdge, 0.8);
  pen.fillRect(x - 0.2 * scale, y - 0.27 * scale, 0.4 * scale, 0.06 * scale);
  pen.fillRect(x - 0.2 * scale, y - 0.12 * scale, 0.28 * scale, 0.06 * scale);
}

interface Bubble {
  /** Position of the sign on the stage. */
  readonly at: Place;
  /** Size of the text in pixels. */
  readonly size: number;
  readonly opacity: number;
  readonly scale: number;
}

function drawBubble(
  pen: Pen,
  box: Box,
  lines: readonly string[],
  { at, opacity, scale, size }: Bubble,
): void {
  const middle = box.x + box.width / 2;
  pen.globalAlpha = Math.max(0, opacity);
  pen.fillStyle = 'rgb(10 14 26 / 0.92)';
  pen.strokeStyle = cssColor(rockEdge, 0.6);
  pen.lineWidth = 1;
  pen.beginPath();
  // A line to the sign, if the bubble is not right above it.
  const foot = box.y + box.height;
  pen.moveTo(Math.max(box.x + size, Math.min(box.x + box.width - size, at.x)), foot);
  if (foot < at.y - 0.4 * scale) pen.lineTo(at.x, at.y - 0.4 * scale);
  pen.roundRect(box.x, box.y, box.width, box.height, 0.5 * size);
  pen.fill();
  pen.stroke();
  pen.fillStyle = cssColor(mixColors(rockEdge, 0xffffff, 0.6));
  for (const [i, line] of lines.entries()) pen.fillText(line, middle, box.y + (i + 0.85) * 1.3 * size);
  pen.globalAlpha = 1;
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= lineLength) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
