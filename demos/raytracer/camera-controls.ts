import type { Camera } from './camera.ts';

/** Radians for a drag over the whole picture, and for a key. */
const perPicture = Math.PI;
const perKey = 0.12;
const pitches = { lowest: 0.05, highest: 1.35 } as const;

const keys: Readonly<Record<string, readonly [yaw: number, pitch: number]>> = {
  ArrowLeft: [-perKey, 0],
  ArrowRight: [perKey, 0],
  ArrowUp: [0, perKey],
  ArrowDown: [0, -perKey],
};

/** Lets the visitor turn a camera, by dragging over a picture or with the arrow keys. */
export function turnBy(canvas: HTMLCanvasElement, turn: (yaw: number, pitch: number) => void): void {
  canvas.addEventListener('pointerdown', ({ pointerId }) => canvas.setPointerCapture(pointerId));
  canvas.addEventListener('pointermove', ({ movementX, movementY, pointerId }) => {
    if (!canvas.hasPointerCapture(pointerId)) return;
    turn((-movementX / canvas.clientWidth) * perPicture, (movementY / canvas.clientHeight) * perPicture);
  });
  canvas.addEventListener('keydown', (event) => {
    const way = keys[event.code];
    if (way === undefined) return;
    event.preventDefault();
    turn(...way);
  });
}

/** A camera that was turned. */
export function turned({ distance, pitch, yaw }: Camera, byYaw: number, byPitch: number): Camera {
  return {
    yaw: yaw + byYaw,
    pitch: Math.max(pitches.lowest, Math.min(pitches.highest, pitch + byPitch)),
    distance,
  };
}
