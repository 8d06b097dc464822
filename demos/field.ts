/** A dot of the field. Lengths are in CSS pixels, times in ms. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  /** The brightness of the flow at the dot, 0 to 1, as last computed. */
  shade: number;
  updatedAt: number;
}

/** One of the two bright spots. */
export interface Lamp {
  x: number;
  y: number;
}

/**
 * The animation in the header of the page: a field of dots that shows a flow of light. A dot fades
 * until it is computed again.
 */
export interface Field {
  readonly dots: readonly Dot[];
  readonly lamps: readonly Lamp[];
  moveLamps(now: number): void;
  /** Computes the flow at a dot. */
  update(dot: Dot, now: number): void;
  draw(now: number): void;
}

/** The distance between two dots in pixels. */
const spacing = 9;

/** The time in ms in which a dot that is not computed loses 63 % of its light (1 - 1/e). */
const afterglow = 300;

/**
 * Number of brightness levels. Dots of one level are drawn together, because setting a color for
 * each dot would cost more than all other drawing.
 */
const levels = 14;

/**
 * Creates a field of the size of a canvas.
 *
 * @throws Error if the browser cannot draw on the canvas.
 */
export function createField(canvas: HTMLCanvasElement): Field {
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('Draw the field: the browser must give the canvas a 2D context');
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = Math.min(devicePixelRatio, 2);
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);

  const dots = grid(width, height);
  const lamps: Lamp[] = [0, 1].map(() => ({ x: 0, y: 0 }));
  return {
    dots,
    lamps,
    moveLamps(now) {
      lamps.forEach((lamp, index) => {
        const angle = now / (2900 + 700 * index) + index * 2.4;
        lamp.x = width * (0.5 + 0.42 * Math.sin(angle));
        lamp.y = height * (0.5 + 0.32 * Math.sin(angle * 1.7 + index));
      });
    },
    update(dot, now) {
      dot.shade = flow(dot.x / 90, dot.y / 90, now / 1600);
      dot.updatedAt = now;
    },
    draw(now) {
      context.fillStyle = night;
      context.fillRect(0, 0, width, height);
      drawDots(context, dots, now);
      for (const lamp of lamps) drawLamp(context, lamp);
    },
  };
}

const night = '#0b0e1a';

function grid(width: number, height: number): Dot[] {
  const dots: Dot[] = [];
  for (let y = spacing / 2; y < height; y += spacing) {
    for (let x = spacing / 2; x < width; x += spacing) dots.push({ x, y, shade: 0, updatedAt: 0 });
  }
  return dots;
}

/** A sum of waves, each bent by the larger ones; 0 to 1. */
function flow(x: number, y: number, time: number): number {
  let sum = 0;
  let weight = 0;
  let bend = 0;
  for (let octave = 0; octave < 9; octave++) {
    const size = 0.7 ** octave;
    bend += size * Math.sin((x + bend) / size + time + octave) * Math.cos((y - bend) / size - 0.7 * time);
    sum += size * Math.sin(bend * 2 + octave);
    weight += size;
  }
  return 0.5 + 0.5 * (sum / weight);
}

function drawDots(context: CanvasRenderingContext2D, dots: readonly Dot[], now: number): void {
  const paths = Array.from({ length: levels }, () => new Path2D());
  for (const { x, y, shade, updatedAt } of dots) {
    const brightness = (0.25 + 0.75 * shade) * Math.exp((updatedAt - now) / afterglow);
    const size = 1 + 2.2 * brightness;
    const path = paths[Math.min(levels - 1, Math.floor(brightness * levels))];
    path?.rect(x - size / 2, y - size / 2, size, size);
  }
  paths.forEach((path, level) => {
    context.fillStyle = `hsl(${22 + level * 1.4} ${45 + level * 2.5}% ${13 + level * 4.2}%)`;
    context.fill(path);
  });
}

function drawLamp(context: CanvasRenderingContext2D, { x, y }: Lamp): void {
  const halo = context.createRadialGradient(x, y, 0, x, y, 26);
  halo.addColorStop(0, '#fff3d6');
  halo.addColorStop(0.2, '#ffe2a8');
  halo.addColorStop(0.26, '#ffd27a44');
  halo.addColorStop(1, '#ffd27a00');
  context.fillStyle = halo;
  context.fillRect(x - 26, y - 26, 52, 52);
}
