interface Points {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Draws points, with coordinates from 0 to 1, on a canvas that fills the window. Writes the position of the pointer to `pointer`. */
export function createView(canvas: HTMLCanvasElement, pointer: { x: number; y: number }) {
  const context = canvas.getContext('2d')!;
  let image = new ImageData(1, 1);
  let pixels = new Uint32Array(image.data.buffer);

  function resize(): void {
    canvas.width = innerWidth;
    canvas.height = innerHeight;
    image = context.createImageData(canvas.width, canvas.height);
    pixels = new Uint32Array(image.data.buffer);
  }

  addEventListener('resize', resize);
  addEventListener('pointermove', ({ clientX, clientY }) =>
    Object.assign(pointer, { x: clientX / innerWidth, y: clientY / innerHeight }),
  );
  resize();

  return {
    draw({ x, y }: Points, rows: ArrayLike<number>): void {
      const { height, width } = image;
      pixels.fill(0xff_2c_20_08); // alpha, blue, green, red
      for (let i = 0; i < rows.length; i++) {
        const column = Math.floor(x[rows[i]!]! * width);
        const row = Math.floor(y[rows[i]!]! * height);
        if (column >= 0 && column < width && row >= 0 && row < height)
          pixels[row * width + column] = 0xff_a0_e8_ff;
      }
      context.putImageData(image, 0, 0);
    },
  };
}
