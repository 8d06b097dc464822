import type { Ray } from './trace.ts';

/** A camera that orbits the middle of the scene. Angles in radians. */
export interface Camera {
  readonly yaw: number;
  readonly pitch: number;
  readonly distance: number;
}

const middle = { x: 0, y: 0.75, z: 0 };
/** Half the height of the image plane at distance 1. */
const halfHeight = 0.42;

/**
 * Sets `ray` to the ray from the camera through a point of the image. `x` and `y` are the offset of
 * the point from the middle of the image, in units of half its height.
 */
export function aimRay({ distance, pitch, yaw }: Camera, x: number, y: number, ray: Ray): void {
  const [cosYaw, sinYaw, cosPitch, sinPitch] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
  ];
  const right = x * halfHeight;
  const up = -y * halfHeight;
  const height = up * cosPitch - sinPitch;
  const ahead = up * sinPitch + cosPitch;
  const dx = -sinYaw * ahead + cosYaw * right;
  const dz = -cosYaw * ahead - sinYaw * right;
  const length = Math.hypot(dx, height, dz);
  ray.x = middle.x + distance * sinYaw * cosPitch;
  ray.y = middle.y + distance * sinPitch;
  ray.z = middle.z + distance * cosYaw * cosPitch;
  ray.dx = dx / length;
  ray.dy = height / length;
  ray.dz = dz / length;
}
