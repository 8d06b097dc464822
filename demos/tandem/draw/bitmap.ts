/** Paints an image of `width` × `height` pixels once. Drawing the bitmap only copies it, and costs least if it is `opaque`. */
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
