/** A ball. Colors are 0 to 1; `reflectivity` is the share of reflected light. */
export interface Ball {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly color: readonly [red: number, green: number, blue: number];
  readonly reflectivity: number;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));
const seeds = 46;

/** Balls that spiral around a large one, like the seeds of a sunflower, on a checkered ground. */
export const balls: readonly Ball[] = [
  { x: 0, y: 1.15, z: 0, radius: 1.15, color: [0.95, 0.93, 0.9], reflectivity: 0.82 },
  ...Array.from({ length: seeds }, (_, i): Ball => {
    const distance = 1.55 + 0.42 * Math.sqrt(i);
    const radius = 0.16 + 0.012 * i * (1 - i / (1.6 * seeds));
    const hue = i / seeds;
    return {
      x: distance * Math.cos(i * goldenAngle),
      y: radius + 0.35 * Math.max(0, Math.sin(i * 0.9)) ** 2,
      z: distance * Math.sin(i * goldenAngle),
      radius,
      color: [wave(hue), wave(hue + 0.33), wave(hue + 0.62)],
      reflectivity: i % 3 === 0 ? 0.45 : 0.12,
    };
  }),
];

/** The lamp: its position and its radius. */
export const light = { x: -5, y: 8, z: -4, radius: 0.8 } as const;

function wave(phase: number): number {
  return 0.55 + 0.42 * Math.cos(2 * Math.PI * phase);
}
