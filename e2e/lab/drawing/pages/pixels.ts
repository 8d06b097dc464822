import { brightnessAt, colors, edge, background, type Things } from './things.ts';

/** Adds up the light of the things in JavaScript, without drawing calls, and writes all pixels with one call. */
export function createPixels(canvas: HTMLCanvasElement, { count, x, y, color }: Things): () => void {
  const context = canvas.getContext('2d', { alpha: false })!;
  const { width, height } = canvas;
  const image = context.createImageData(width, height);
  const pixels = image.data;
  const whole = new Uint32Array(pixels.buffer);
  pixels.set([...background, 255]);
  const unlit = whole[0]!;
  const glow = Float32Array.from({ length: edge * edge }, (_, i) =>
    brightnessAt(Math.hypot((i % edge) + 0.5 - edge / 2, Math.floor(i / edge) + 0.5 - edge / 2)),
  );
  return () => {
    whole.fill(unlit);
    for (let i = 0; i < count; i++) {
      const [red, green, blue] = colors[color[i]!]!;
      const left = Math.round(x[i]! - edge / 2);
      const top = Math.round(y[i]! - edge / 2);
      // Things that are not entirely on the canvas are not drawn.
      if (left < 0 || top < 0 || left > width - edge || top > height - edge) continue;
      for (let row = 0, g = 0; row < edge; row++) {
        let at = 4 * ((top + row) * width + left);
        for (let column = 0; column < edge; column++, g++, at += 4) {
          const light = glow[g]!;
          // The array limits each sum to 255.
          pixels[at] = pixels[at]! + red * light;
          pixels[at + 1] = pixels[at + 1]! + green * light;
          pixels[at + 2] = pixels[at + 2]! + blue * light;
        }
      }
    }
    context.putImageData(image, 0, 0);
  };
}
