import { type Camera, aimRay } from './camera.ts';
import { lightAlong, type Ray } from './trace.ts';

/** A part of an image: one or more rows of pixels, over its whole width. */
export interface Band {
  /** The first row of pixels. */
  readonly y: number;
  /** Width and height of a sample in pixels. With 0.5, each pixel is the mean of four samples. */
  readonly sampleSize: number;
  /** Pixels of the whole image. */
  readonly width: number;
  readonly height: number;
  readonly camera: Camera;
}

const ray: Ray = { x: NaN, y: NaN, z: NaN, dx: NaN, dy: NaN, dz: NaN };

/** Red, green and blue of each sample of a band, or of each pixel if samples are smaller; 0 to 255. */
export function traceBand({ camera, sampleSize, height, width, y }: Band): Uint8ClampedArray<ArrayBuffer> {
  const across = Math.ceil(width / Math.max(1, sampleSize));
  const samples = new Uint8ClampedArray(3 * across);
  const rays = sampleSize < 1 ? 2 : 1;
  const step = Math.min(1, sampleSize);
  for (let i = 0; i < across; i++) {
    let [red, green, blue] = [0, 0, 0];
    for (let part = 0; part < rays * rays; part++) {
      const px = i * Math.max(1, sampleSize) + sampleSize / 2 + (part % rays) * step;
      const py = y + sampleSize / 2 + Math.floor(part / rays) * step;
      aimRay(camera, (2 * px - width) / height, (2 * py - height) / height, ray);
      const light = lightAlong(ray);
      red += light.red;
      green += light.green;
      blue += light.blue;
    }
    samples[3 * i] = toByte(red / (rays * rays));
    samples[3 * i + 1] = toByte(green / (rays * rays));
    samples[3 * i + 2] = toByte(blue / (rays * rays));
  }
  return samples;
}

function toByte(light: number): number {
  return 255 * Math.min(1, light) ** (1 / 2.2);
}
