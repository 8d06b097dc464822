/**
 * Paints an image of `width` × `height` pixels. Drawing the returned bitmap only copies it, which
 * is cheapest if the bitmap is `opaque`.
 */
export function paintBitmap(
  width: number,
  height: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
  opaque = false,
): ImageBitmap {
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  const context = canvas.getContext('2d', { alpha: !opaque });
  if (context === null) throw new Error('paintBitmap: the browser must give a 2D context, and it gave none');
  draw(context);
  return canvas.transferToImageBitmap();
}
