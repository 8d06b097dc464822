import { brightnessAt, colors, edge, background, type Things } from './things.ts';

/**
 * Prepares one image per color. The returned function draws all things as copies of these images,
 * as the game does.
 */
export function createSprites(canvas: HTMLCanvasElement, { count, x, y, color }: Things): () => void {
  const context = canvas.getContext('2d', { alpha: false })!;
  const sprites = colors.map(([red, green, blue]) => {
    const sprite = new OffscreenCanvas(edge, edge);
    const pen = sprite.getContext('2d')!;
    for (let row = 0; row < edge; row++) {
      for (let column = 0; column < edge; column++) {
        const distance = Math.hypot(column + 0.5 - edge / 2, row + 0.5 - edge / 2);
        pen.fillStyle = `rgb(${red} ${green} ${blue} / ${brightnessAt(distance)})`;
        pen.fillRect(column, row, 1, 1);
      }
    }
    return sprite.transferToImageBitmap();
  });
  return () => {
    context.fillStyle = `rgb(${background.join(' ')})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < count; i++) {
      context.drawImage(sprites[color[i]!]!, Math.round(x[i]! - edge / 2), Math.round(y[i]! - edge / 2));
    }
  };
}
