import type { Pen } from './pen.ts';
import { Kind } from '../world/kind.ts';
import { cssColor, mixColors } from './color.ts';

/** Widest body in radii: what a picture of one needs to each side. */
export const bodyReach = 1.7;

/**
 * Draws a body of the kind in 0xRRGGBB around the origin, looking along the x axis, with radius 1. `brightness`, 0 to 1: an ember at 0,
 * a lamp at 1.
 */
export function drawBody(pen: Pen, kind: Kind, color: number, brightness: number): void {
  const fill = mixColors(mixColors(0x0a0d16, color, 0.16), color, 0.75 * brightness);
  const line = mixColors(mixColors(0x0a0d16, color, 0.42), mixColors(color, 0xffffff, 0.35), brightness);
  const core = mixColors(mixColors(0x0a0d16, color, 0.5), 0xffffff, brightness);
  pen.fillStyle = cssColor(fill);
  pen.strokeStyle = cssColor(line);
  pen.lineWidth = 0.2;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  shapes[kind](pen, cssColor(core));
}

type Shape = (pen: Pen, core: string) => void;

const shapes: Readonly<Record<Kind, Shape>> = {
  [Kind.player]: disc,
  [Kind.roller]: wheel,
  [Kind.crawler]: shell,
  [Kind.flyer]: glider,
  [Kind.seeker]: dart,
  [Kind.predictor]: lens,
  [Kind.magnet]: horseshoe,
  [Kind.shy]: petals,
  [Kind.turret]: barrel,
  [Kind.bolt]: spark,
  [Kind.saw]: blade,
  [Kind.dropper]: gondola,
  [Kind.bomb]: mine,
  [Kind.ghost]: sheet,
  [Kind.leech]: tick,
  [Kind.walker]: legs,
  [Kind.mortar]: barrel,
  [Kind.grenade]: mine,
  [Kind.hangar]: hatch,
  [Kind.rocket]: missile,
};

function disc(pen: Pen): void {
  outline(pen, () => pen.arc(0, 0, 0.9, 0, 2 * Math.PI));
}

function wheel(pen: Pen, core: string): void {
  disc(pen);
  pen.beginPath();
  for (const angle of [0, 2.0944, 4.1888]) {
    pen.moveTo(0.25 * Math.cos(angle), 0.25 * Math.sin(angle));
    pen.lineTo(0.72 * Math.cos(angle), 0.72 * Math.sin(angle));
  }
  pen.strokeStyle = core;
  pen.stroke();
}

// A dome on the ground; crawlers are turned so that down is the wall.
function shell(pen: Pen, core: string): void {
  pen.beginPath();
  for (const foot of [-0.75, -0.25, 0.25, 0.75]) {
    pen.moveTo(foot * 0.8, 0.4);
    pen.lineTo(foot * 1.25, 0.95);
  }
  pen.stroke();
  outline(pen, () => {
    pen.arc(0, 0.45, 1.05, Math.PI, 0);
    pen.closePath();
  });
  eye(pen, core, 0.5, 0.05);
}

function glider(pen: Pen, core: string): void {
  polygon(pen, [1.15, 0, -0.95, 1.05, -0.5, 0, -0.95, -1.05]);
  eye(pen, core, 0.15, 0);
}

function dart(pen: Pen, core: string): void {
  polygon(pen, [1.3, 0, 0.1, 0.55, -1, 0.9, -0.55, 0, -1, -0.9, 0.1, -0.55]);
  eye(pen, core, 0.3, 0);
}

function lens(pen: Pen, core: string): void {
  polygon(pen, [1.2, 0, 0, 0.95, -1.2, 0, 0, -0.95]);
  pen.beginPath();
  pen.arc(0, 0, 0.42, 0, 2 * Math.PI);
  pen.strokeStyle = core;
  pen.stroke();
}

function horseshoe(pen: Pen, core: string): void {
  outline(pen, () => {
    pen.arc(0, 0, 1, 0.9, 2 * Math.PI - 0.9);
    pen.arc(0, 0, 0.45, 2 * Math.PI - 0.9, 0.9, true);
    pen.closePath();
  });
  eye(pen, core, 0.45, 0.57);
  eye(pen, core, 0.45, -0.57);
}

function petals(pen: Pen, core: string): void {
  outline(pen, () => {
    for (let i = 0; i < 6; i++) {
      const angle = (i * Math.PI) / 3;
      pen.arc(0.55 * Math.cos(angle), 0.55 * Math.sin(angle), 0.42, angle - 1.25, angle + 1.25);
    }
    pen.closePath();
  });
  eye(pen, core, 0.3, -0.28);
  eye(pen, core, 0.3, 0.28);
}

function barrel(pen: Pen, core: string): void {
  outline(pen, () => pen.roundRect(0, -0.3, 1.45, 0.6, 0.12));
  disc(pen);
  eye(pen, core, 0, 0);
}

function spark(pen: Pen, core: string): void {
  polygon(pen, [1.6, 0, 0, 0.7, -1.6, 0, 0, -0.7]);
  eye(pen, core, 0, 0);
}

function blade(pen: Pen, core: string): void {
  const points: number[] = [];
  for (let i = 0; i < 24; i++) {
    const angle = (i * Math.PI) / 12;
    const reach = i % 2 === 0 ? 1.15 : 0.85;
    points.push(reach * Math.cos(angle + (i % 2) * 0.12), reach * Math.sin(angle + (i % 2) * 0.12));
  }
  polygon(pen, points);
  pen.beginPath();
  pen.arc(0, 0, 0.35, 0, 2 * Math.PI);
  pen.strokeStyle = core;
  pen.stroke();
}

// It hangs level: dropper and ghost are not turned.
function gondola(pen: Pen, core: string): void {
  pen.beginPath();
  pen.moveTo(-1.1, -0.75);
  pen.lineTo(1.1, -0.75);
  pen.stroke();
  outline(pen, () => {
    pen.moveTo(-0.95, -0.3);
    pen.quadraticCurveTo(0, -1, 0.95, -0.3);
    pen.lineTo(0.45, 0.7);
    pen.lineTo(-0.45, 0.7);
    pen.closePath();
  });
  eye(pen, core, 0, -0.05);
}

function mine(pen: Pen, core: string): void {
  for (let i = 0; i < 4; i++) {
    const angle = (i * Math.PI) / 4;
    pen.beginPath();
    pen.moveTo(1.3 * Math.cos(angle), 1.3 * Math.sin(angle));
    pen.lineTo(-1.3 * Math.cos(angle), -1.3 * Math.sin(angle));
    pen.stroke();
  }
  disc(pen);
  eye(pen, core, 0, 0);
}

function sheet(pen: Pen, core: string): void {
  outline(pen, () => {
    pen.arc(0, -0.15, 0.9, Math.PI, 0);
    pen.lineTo(0.9, 0.95);
    for (const [x, y] of [
      [0.45, 0.6],
      [0, 0.95],
      [-0.45, 0.6],
      [-0.9, 0.95],
    ] as const) {
      pen.lineTo(x, y);
    }
    pen.closePath();
  });
  eye(pen, core, 0.42, -0.2);
  eye(pen, core, -0.12, -0.2);
}

function tick(pen: Pen, core: string): void {
  pen.beginPath();
  for (const side of [-1, 1]) {
    for (const at of [-0.5, 0, 0.5]) {
      pen.moveTo(at, 0.4 * side);
      pen.lineTo(at * 1.7, 1.3 * side);
    }
  }
  pen.stroke();
  outline(pen, () => pen.ellipse(0, 0, 1, 0.65, 0, 0, 2 * Math.PI));
  eye(pen, core, 0.5, 0);
}

function legs(pen: Pen, core: string): void {
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(0.35 * side, 0.1);
    pen.lineTo(0.95 * side, 0.3);
    pen.lineTo(0.8 * side, 1);
    pen.lineTo(1.1 * side, 1);
  }
  pen.stroke();
  outline(pen, () => pen.roundRect(-0.75, -0.65, 1.5, 0.95, 0.3));
  eye(pen, core, 0.35, -0.2);
}

function hatch(pen: Pen, core: string): void {
  polygon(pen, [-0.9, -1, 0.5, -0.7, 0.9, 0, 0.5, 0.7, -0.9, 1]);
  pen.beginPath();
  pen.moveTo(0.1, -0.35);
  pen.lineTo(0.55, 0);
  pen.lineTo(0.1, 0.35);
  pen.strokeStyle = core;
  pen.stroke();
}

function missile(pen: Pen, core: string): void {
  polygon(pen, [-1.4, 0.9, -1, 0.4, 0.6, 0.4, 1.6, 0, 0.6, -0.4, -1, -0.4, -1.4, -0.9]);
  eye(pen, core, 0.4, 0);
}

function outline(pen: Pen, path: () => void): void {
  pen.beginPath();
  path();
  pen.fill();
  pen.stroke();
}

function polygon(pen: Pen, points: readonly number[]): void {
  outline(pen, () => {
    for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i]!, points[i + 1]!);
    pen.closePath();
  });
}

function eye(pen: Pen, color: string, x: number, y: number): void {
  pen.beginPath();
  pen.arc(x, y, 0.2, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.fill();
}
