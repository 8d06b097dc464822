import { Posture } from '../../world/robot/robot.ts';
import { paintBitmap } from '../bitmap.ts';
import { cssColor, mixColors, robotColors } from '../color.ts';
import { IdleAnimation } from './idle-animations.ts';
import { paintLight } from '../light.ts';

type Pen = OffscreenCanvasRenderingContext2D;

/** Number of images of one stride. The images of other postures follow. */
const strideImages = 12;
const jumping = strideImages;
const crouching = strideImages + 1;
const clinging = strideImages + 2;
const resting = strideImages + 3;
const blinking = strideImages + 4;
const looking = strideImages + 5;
/** Length of a stride in cells. */
const strideLength = 2.2;
/** Edge of an image and radius of the light, in cells. */
const edge = 1.9;
const lightReach = 5;

/** The images of a robot at one scale. */
export interface RobotSprite {
  /** The images of the stride, then the images of other postures. All face to the right, in `looking` with the head turned back. */
  readonly frames: readonly ImageBitmap[];
  /** Half the edge of an image in stage pixels. */
  readonly half: number;
  readonly light: ImageBitmap;
  readonly lightHalf: number;
}

/** Paints the robots of all players for `scale` stage pixels per cell. */
export function paintRobots(scale: number): readonly RobotSprite[] {
  const half = Math.ceil((edge * scale) / 2);
  const lightHalf = Math.ceil(lightReach * scale);
  return robotColors.map((color) => ({
    frames: Array.from({ length: looking + 1 }, (_, frame) =>
      paintBitmap(2 * half, 2 * half, (pen) => {
        pen.translate(half, half);
        pen.scale(scale, scale);
        drawRobot(pen, color, frame);
      }),
    ),
    half,
    light: paintLight(mixColors(color, 0x4060a0, 0.45), lightHalf, 0.38),
    lightHalf,
  }));
}

/** The index of the image of a robot at column `x` with a posture and a speed along the ground. */
export function robotFrame(
  x: number,
  posture: Posture,
  speed: number,
  idleAnimation: IdleAnimation = IdleAnimation.none,
): number {
  if (posture === Posture.crouching) return crouching;
  if (posture === Posture.sliding || posture === Posture.climbing) return clinging;
  if (posture === Posture.airborne) return jumping;
  if (idleAnimation === IdleAnimation.blink) return blinking;
  if (idleAnimation === IdleAnimation.look) return looking;
  if (Math.abs(speed) < 0.4) return resting;
  const part = x / strideLength;
  return Math.floor((part - Math.floor(part)) * strideImages);
}

// Draws around the center of the robot. The ground is at 0.45.
function drawRobot(pen: Pen, color: number, frame: number): void {
  const { back, front, bob, squat } = limbsOf(frame);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = cssColor(mixColors(color, 0x0a0d16, 0.35));
  leg(pen, back, bob);
  pen.strokeStyle = cssColor(color);
  leg(pen, front, bob);
  pen.translate(0, bob);
  const bright = mixColors(color, 0xffffff, 0.55);
  antenna(pen, color, bright);
  pen.fillStyle = cssColor(mixColors(color, 0x0a0d16, 0.62));
  pen.strokeStyle = cssColor(color);
  pen.lineWidth = 0.075;
  pen.beginPath();
  pen.roundRect(-0.36 - squat, -0.5, 0.72 + 2 * squat, 0.62 - squat, 0.22);
  pen.fill();
  pen.stroke();
  visor(pen, color, bright, frame);
}

/** Phases of the legs, downward offset of the body, and its compression. */
function limbsOf(frame: number): { back: number; front: number; bob: number; squat: number } {
  if (frame === jumping) return { back: 0.12, front: 0.4, bob: -0.04, squat: 0 };
  if (frame === crouching) return { back: 0.02, front: 0.48, bob: 0.3, squat: 0.06 };
  if (frame === clinging) return { back: 0.15, front: 0.06, bob: 0, squat: 0 };
  if (frame >= resting) return { back: 0.52, front: 0.02, bob: 0, squat: 0 };
  const stride = frame / strideImages;
  return {
    back: stride + 0.5,
    front: stride,
    bob: -0.05 * Math.abs(Math.sin(2 * Math.PI * stride)),
    squat: 0,
  };
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

function antenna(pen: Pen, color: number, bright: number): void {
  pen.lineWidth = 0.06;
  pen.beginPath();
  pen.moveTo(-0.12, -0.5);
  pen.quadraticCurveTo(-0.18, -0.66, -0.28, -0.74);
  pen.strokeStyle = cssColor(color);
  pen.stroke();
  pen.beginPath();
  pen.arc(-0.28, -0.76, 0.075, 0, 2 * Math.PI);
  pen.fillStyle = cssColor(bright);
  pen.fill();
}

function visor(pen: Pen, color: number, bright: number, frame: number): void {
  const back = frame === looking ? -0.24 : 0;
  pen.beginPath();
  pen.roundRect(-0.04 + back, -0.34, 0.36, 0.24, 0.1);
  pen.fillStyle = cssColor(color);
  pen.fill();
  pen.beginPath();
  if (frame === blinking) pen.rect(0.1, -0.23, 0.18, 0.03);
  else pen.roundRect(0.12 + 1.5 * back, -0.3, 0.14, 0.16, 0.06);
  pen.fillStyle = cssColor(bright);
  pen.fill();
}
