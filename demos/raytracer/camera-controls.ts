import type { Camera } from './camera.ts';

/** Radians per drag across the width of the image, and per key press. */
const perWidth = Math.PI;
const perKey = 0.12;
const pitchLimits = { min: 0.05, max: 1.35 } as const;

const keys: Readonly<Record<string, readonly [yaw: number, pitch: number]>> = {
  ArrowLeft: [-perKey, 0],
  ArrowRight: [perKey, 0],
  ArrowUp: [0, perKey],
  ArrowDown: [0, -perKey],
};

/** Calls `turn` when the user drags on the canvas or presses an arrow key. */
export function onTurn(canvas: HTMLCanvasElement, turn: (yaw: number, pitch: number) => void): void {
  canvas.addEventListener('pointerdown', ({ pointerId }) => canvas.setPointerCapture(pointerId));
  canvas.addEventListener('pointermove', ({ movementX, movementY, pointerId }) => {
    if (!canvas.hasPointerCapture(pointerId)) return;
    turn((-movementX / canvas.clientWidth) * perWidth, (movementY / canvas.clientHeight) * perWidth);
  });
  canvas.addEventListener('keydown', (event) => {
    const angles = keys[event.code];
    if (angles === undefined) return;
    event.preventDefault();
    turn(...angles);
  });
}

/** The camera after a turn by these angles in radians. The pitch stays within `pitchLimits`. */
export function turnCamera({ distance, pitch, yaw }: Camera, byYaw: number, byPitch: number): Camera {
  return {
    yaw: yaw + byYaw,
    pitch: Math.max(pitchLimits.min, Math.min(pitchLimits.max, pitch + byPitch)),
    distance,
  };
}
