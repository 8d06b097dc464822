/** The pixels of a canvas: red, green, blue and opacity of each, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** A part of an image. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Filters an area of an image with a bilateral filter (Tomasi and Manduchi, ICCV 1998). Each pixel becomes a weighted mean of the pixels within
 * `radius`; near pixels of similar color have the largest weights, so that noise disappears and edges stay. Yields after each row.
 */
export function* bilateral(image: Pixels, area: Area, radius: number): Generator<void, Pixels> {
  const { height, width } = area;
  const data = new Uint8ClampedArray(4 * width * height);
  const setMean = meansOf(image, radius);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) setMean(area.x + x, area.y + y, data, 4 * (y * width + x));
    yield;
  }
  return { data, width, height };
}

/** The standard deviation of color differences within one surface, 0 to 255. */
const tolerance = 45;
/** The weight of a neighbor, by the squared difference of the colors. */
const similarity = bell(3 * 255 ** 2, tolerance);

/**
 * Returns a function that writes the weighted mean around the pixel at `x`, `y` into `result`, from
 * index `to` on.
 */
function meansOf(
  { data, height, width }: Pixels,
  radius: number,
): (x: number, y: number, result: Uint8ClampedArray, to: number) => void {
  const proximity = bell(2 * radius ** 2, radius / 2);
  return (x, y, result, to) => {
    const own = 4 * (y * width + x);
    let [red, green, blue, total] = [0, 0, 0, 0];
    for (let j = Math.max(0, y - radius); j <= Math.min(height - 1, y + radius); j++) {
      for (let i = Math.max(0, x - radius); i <= Math.min(width - 1, x + radius); i++) {
        const other = 4 * (j * width + i);
        const dr = data[other]! - data[own]!;
        const dg = data[other + 1]! - data[own + 1]!;
        const db = data[other + 2]! - data[own + 2]!;
        const distance = (i - x) * (i - x) + (j - y) * (j - y);
        const weight = proximity[distance]! * similarity[dr * dr + dg * dg + db * db]!;
        red += weight * data[other]!;
        green += weight * data[other + 1]!;
        blue += weight * data[other + 2]!;
        total += weight;
      }
    }
    result[to] = red / total;
    result[to + 1] = green / total;
    result[to + 2] = blue / total;
    result[to + 3] = data[own + 3]!;
  };
}

/**
 * Values of a Gaussian function. Element s is the value at the distance √s, for s from 0 to `max`.
 */
function bell(max: number, deviation: number): Float64Array {
  return Float64Array.from({ length: max + 1 }, (_, square) => Math.exp(-square / (2 * deviation ** 2)));
}
