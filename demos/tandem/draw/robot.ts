import { paintBitmap } from './bitmap.ts';
import { cssColour, mixColours } from './colour.ts';
import { paintLight } from './light.ts';

type Pen = OffscreenCanvasRenderingContext2D;

/** The players' colours, in their order. */
export const robotColours: readonly number[] = [0x5df2ff, 0xff7ad9];

/** Pictures of one stride; one more shows the robot in the air. */
const strides = 12;
/** Cells of ground that a stride takes. */
const strideLength = 2.2;
/** Edge of a picture in cells, and how far a robot's light reaches. */
const edge = 1.9;
const lightReach = 5;

/** The pictures of a robot at one scale. */
export interface RobotSprite {
  /** The stride, then the jump; looking to the right. */
  readonly frames: readonly ImageBitmap[];
  /** Half the edge of the pictures, in stage pixels. */
  readonly half: number;
  readonly light: ImageBitmap;
  readonly lightHalf: number;
}

/** Paints the robot of each player for `scale` stage pixels per cell. */
export function paintRobots(scale: number): readonly RobotSprite[] {
  const half = Math.ceil((edge * scale) / 2);
  const lightHalf = Math.ceil(lightReach * scale);
  return robotColours.map((colour) => ({
    frames: Array.from({ length: strides + 1 }, (_, frame) =>
      paintBitmap(2 * half, 2 * half, (pen) => {
        pen.translate(half, half);
        pen.scale(scale, scale);
        drawRobot(pen, colour, frame < strides ? frame / strides : undefined);
      }),
    ),
    half,
    light: paintLight(mixColours(colour, 0x4060a0, 0.45), lightHalf, 0.38),
    lightHalf,
  }));
}

/** Which picture shows a robot at column `x`, on the ground or not. */
export function robotFrame(x: number, grounded: boolean): number {
  if (!grounded) return strides;
  const part = x / strideLength;
  return Math.floor((part - Math.floor(part)) * strides);
}

// Around the centre of its body of radius 0.45; the ground is at 0.45. `stride`: 0 to 1, undefined in the air.
function drawRobot(pen: Pen, colour: number, stride: number | undefined): void {
  const bright = mixColours(colour, 0xffffff, 0.55);
  const bob = stride === undefined ? -0.04 : -0.05 * Math.abs(Math.sin(2 * Math.PI * stride));
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = cssColour(mixColours(colour, 0x0a0d16, 0.35));
  leg(pen, stride === undefined ? 0.12 : stride + 0.5, bob);
  pen.strokeStyle = cssColour(colour);
  leg(pen, stride ?? 0.4, bob);
  pen.translate(0, bob);
  antenna(pen, colour, bright);
  pen.fillStyle = cssColour(mixColours(colour, 0x0a0d16, 0.62));
  pen.strokeStyle = cssColour(colour);
  pen.lineWidth = 0.075;
  pen.beginPath();
  pen.roundRect(-0.36, -0.5, 0.72, 0.62, 0.22);
  pen.fill();
  pen.stroke();
  visor(pen, colour, bright);
}

function leg(pen: Pen, phase: number, bob: number): void {
  const angle = 2 * Math.PI * phase;
  const footX = 0.36 * Math.cos(angle);
  const footY = 0.4 - 0.2 * Math.max(0, Math.sin(angle));
  pen.lineWidth = 0.12;
  pen.beginPath();
  pen.moveTo(0, 0.1 + bob);
  pen.lineTo(footX * 0.5 + 0.12, (0.14 + bob + footY) / 2);
  pen.lineTo(footX, footY);
  pen.lineTo(footX + 0.12, footY);
  pen.stroke();
}

function antenna(pen: Pen, colour: number, bright: number): void {
  pen.lineWidth = 0.06;
  pen.beginPath();
  pen.moveTo(-0.12, -0.5);
  pen.quadraticCurveTo(-0.18, -0.66, -0.28, -0.74);
  pen.strokeStyle = cssColour(colour);
  pen.stroke();
  pen.beginPath();
  pen.arc(-0.28, -0.76, 0.075, 0, 2 * Math.PI);
  pen.fillStyle = cssColour(bright);
  pen.fill();
}

function visor(pen: Pen, colour: number, bright: number): void {
  pen.beginPath();
  pen.roundRect(-0.04, -0.34, 0.36, 0.24, 0.1);
  pen.fillStyle = cssColour(colour);
  pen.fill();
  pen.beginPath();
  pen.roundRect(0.12, -0.3, 0.14, 0.16, 0.06);
  pen.fillStyle = cssColour(bright);
  pen.fill();
}
