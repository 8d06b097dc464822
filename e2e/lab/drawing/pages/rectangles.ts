import { colors, edge, background, type Things } from './things.ts';

/** Fills one path of rectangles per color, without glow: the least work for a 2D canvas. */
export function createRectangles(canvas: HTMLCanvasElement, { count, x, y, color }: Things): () => void {
  const context = canvas.getContext('2d', { alpha: false })!;
  const size = edge / 2;
  return () => {
    context.fillStyle = `rgb(${background.join(' ')})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const [index, [red, green, blue]] of colors.entries()) {
      context.fillStyle = `rgb(${red} ${green} ${blue})`;
      context.beginPath();
      for (let i = 0; i < count; i++) {
        if (color[i] === index) context.rect(Math.round(x[i]!), Math.round(y[i]!), size, size);
      }
      context.fill();
    }
  };
}
