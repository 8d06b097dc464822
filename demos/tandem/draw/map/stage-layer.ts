import type { Pen } from '../pen.ts';
import type { World } from '../../world/world.ts';
import { buttonColor } from './button-color.ts';
import { checkpointColor, cssColor, exitColor, gemColor, mixColors } from '../color.ts';
import type { MapView } from '../camera/map-view.ts';

/** Speed at which a drawn door opens and closes, as a fraction of its way per ms. */
const doorPace = 1 / 140;

/** Draws doors, buttons, gems, checkpoints and the exit. */
export class StageLayer {
  #world: World;
  #openness: Float32Array;
  #drawnAt = NaN;

  constructor(world: World) {
    this.#world = world;
    this.#openness = Float32Array.from(world.stage.open);
  }

  /** Advances animations; to be called once per frame before its views are drawn. `time` is in ms. */
  advance(time: number): void {
    const elapsed = Math.max(0, Math.min(100, time - (Number.isNaN(this.#drawnAt) ? time : this.#drawnAt)));
    this.#drawnAt = time;
    for (const [i, isOpen] of this.#world.stage.open.entries()) {
      const way = isOpen - this.#openness[i]!;
      this.#openness[i]! += Math.sign(way) * Math.min(Math.abs(way), elapsed * doorPace);
    }
  }

  draw(pen: Pen, view: MapView, time: number): void {
    pen.save();
    pen.translate(view.left, view.top);
    pen.scale(view.scale, view.scale);
    this.#drawExit(pen, time);
    this.#drawCheckpoints(pen, time);
    this.#drawDoors(pen);
    this.#drawButtons(pen);
    this.#drawGems(pen, time);
    pen.restore();
  }

  #drawExit(pen: Pen, time: number): void {
    const { exit } = this.#world.level;
    if (exit === undefined) return;
    const glow = 0.5 + 0.5 * Math.sin(time / 400);
    pen.lineWidth = 0.08;
    for (let ring = 0; ring < 3; ring++) {
      pen.strokeStyle = cssColor(exitColor, 0.35 + 0.3 * (ring === Math.floor((time / 250) % 3) ? 1 : 0));
      pen.beginPath();
      pen.ellipse(exit.x, exit.y - 0.15, 0.28 + 0.2 * ring, 0.4 + 0.22 * ring, 0, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.fillStyle = cssColor(exitColor, 0.15 + 0.2 * glow);
    pen.beginPath();
    pen.ellipse(exit.x, exit.y - 0.15, 0.28, 0.4, 0, 0, 2 * Math.PI);
    pen.fill();
  }

  #drawCheckpoints(pen: Pen, time: number): void {
    for (const [i, { x, y }] of (this.#world.level.checkpoints ?? []).entries()) {
      const isReached = this.#world.stage.checkpoint === i;
      const color = isReached ? exitColor : checkpointColor;
      pen.strokeStyle = cssColor(color, isReached ? 0.95 : 0.55);
      pen.fillStyle = cssColor(color, isReached ? 0.3 + 0.1 * Math.sin(time / 300) : 0.12);
      pen.lineWidth = 0.07;
      for (const side of [-0.5, 0.5]) {
        pen.beginPath();
        pen.ellipse(x + side, y + 0.46, 0.42, 0.1, 0, 0, 2 * Math.PI);
        pen.fill();
        pen.stroke();
      }
      pen.beginPath();
      pen.moveTo(x, y + 0.45);
      pen.lineTo(x, y - 0.5);
      pen.lineTo(x + 0.45, y - 0.3);
      pen.lineTo(x, y - 0.1);
      pen.stroke();
      if (isReached) pen.fill();
    }
  }

  #drawDoors(pen: Pen): void {
    for (const [i, { cells }] of (this.#world.level.doors ?? []).entries()) {
      const shut = 1 - this.#openness[i]!;
      pen.fillStyle = cssColor(mixColors(0x0a0d16, buttonColor(i), 0.45));
      pen.strokeStyle = cssColor(buttonColor(i), 0.9);
      pen.lineWidth = 0.07;
      for (const { x, y } of cells) {
        pen.strokeStyle = cssColor(buttonColor(i), 0.25);
        pen.strokeRect(x + 0.06, y + 0.06, 0.88, 0.88);
        if (shut <= 0.02) continue;
        pen.strokeStyle = cssColor(buttonColor(i), 0.9);
        for (const [from, height] of [
          [0, 0.5 * shut],
          [1 - 0.5 * shut, 0.5 * shut],
        ] as const) {
          pen.fillRect(x + 0.03, y + from, 0.94, height);
          pen.strokeRect(x + 0.06, y + from + 0.03, 0.88, Math.max(0, height - 0.06));
        }
      }
    }
  }

  #drawButtons(pen: Pen): void {
    const { level, stage } = this.#world;
    for (const [i, { x, y, doors, isSwitch }] of (level.buttons ?? []).entries()) {
      const isDown = stage.pressed[i] === 1;
      const isOn = isSwitch ? stage.flipped[i] === 1 : isDown;
      const color = buttonColor(doors[0]!);
      const height = isDown ? 0.06 : 0.16;
      pen.fillStyle = cssColor(mixColors(0x0a0d16, color, isOn ? 1 : 0.55));
      pen.beginPath();
      pen.roundRect(x - 0.42, y - height, 0.84, height, [0.08, 0.08, 0, 0]);
      pen.fill();
      if (!isSwitch) continue;
      pen.strokeStyle = cssColor(color, 0.9);
      pen.lineWidth = 0.08;
      pen.beginPath();
      pen.moveTo(x, y - height);
      pen.lineTo(x + (isOn ? 0.2 : -0.2), y - height - 0.3);
      pen.stroke();
    }
  }

  #drawGems(pen: Pen, time: number): void {
    const { level, stage } = this.#world;
    pen.lineWidth = 0.07;
    pen.lineJoin = 'round';
    for (const [i, { x, y }] of (level.gems ?? []).entries()) {
      if (stage.taken[i] === 1) continue;
      const rise = 0.08 * Math.sin(time / 300 + i);
      const width = 0.26 * Math.max(0.25, Math.abs(Math.cos(time / 500 + i)));
      pen.fillStyle = cssColor(gemColor, 0.35);
      pen.strokeStyle = cssColor(gemColor, 0.95);
      pen.beginPath();
      pen.moveTo(x, y - 0.34 + rise);
      pen.lineTo(x + width, y + rise);
      pen.lineTo(x, y + 0.34 + rise);
      pen.lineTo(x - width, y + rise);
      pen.closePath();
      pen.fill();
      pen.stroke();
    }
  }
}
