/** Draws an evening in the mountains with the noise of a photo in low light. */
export function drawNoisyImage(context: CanvasRenderingContext2D): void {
  const { height, width } = context.canvas;
  fill(context, [0, 0, width, height], ['#1d2b53', '#7a4a78', '#f0915a', '#ffd98a']);
  context.fillStyle = '#fff3c4';
  context.beginPath();
  context.arc(width * 0.66, height * 0.5, height * 0.09, 0, 2 * Math.PI);
  context.fill();
  for (const [i, color] of ['#6b4a72', '#46365f', '#262247'].entries()) {
    drawMountains(context, { width, height, base: 0.5 + 0.07 * i, seed: 3 * i + 1, color });
  }
  const lake = height * 0.76;
  fill(context, [0, lake, width, height - lake], ['#e39a6c', '#5a4270', '#1a1d3f']);
  context.fillStyle = '#ffe2a8';
  for (let i = 0; i < 14; i++) {
    const half = width * (0.07 - 0.004 * i) * (0.6 + 0.4 * Math.abs(Math.sin(5 * i)));
    context.fillRect(width * 0.66 - half, lake + ((height - lake) * i) / 16, 2 * half, height / 150);
  }
  addNoise(context, width, height);
}

interface Range {
  readonly width: number;
  readonly height: number;
  /** Mean distance of the ridge from the top of the image, as a part of its height. */
  readonly base: number;
  readonly seed: number;
  readonly color: string;
}

function drawMountains(context: CanvasRenderingContext2D, { base, color, height, seed, width }: Range): void {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(0, height);
  for (let x = 0; x <= width; x += 3) {
    const at = (x / width) * 9 + 4 * seed;
    const peaks =
      Math.abs(Math.sin(at)) + 0.5 * Math.abs(Math.sin(2.3 * at)) + 0.12 * Math.abs(Math.sin(13 * at));
    context.lineTo(x, height * (base + 0.16 - 0.15 * peaks));
  }
  context.lineTo(width, height);
  context.fill();
}

type Box = [x: number, y: number, width: number, height: number];

function fill(context: CanvasRenderingContext2D, box: Box, colors: readonly string[]): void {
  const shade = context.createLinearGradient(0, box[1], 0, box[1] + box[3]);
  for (const [i, color] of colors.entries()) shade.addColorStop(i / (colors.length - 1), color);
  context.fillStyle = shade;
  context.fillRect(...box);
}

function addNoise(context: CanvasRenderingContext2D, width: number, height: number): void {
  const pixels = context.getImageData(0, 0, width, height);
  let seed = 1;
  for (let i = 0; i < pixels.data.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    if (i % 4 < 3) pixels.data[i]! += seed / 2 ** 26;
  }
  context.putImageData(pixels, 0, 0);
}
