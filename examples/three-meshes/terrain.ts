/** The direction of the sun, a unit vector. */
export const sun = { x: 0.72, y: 0.45, z: 0.53 } as const;

/** The height of an endless landscape; negative heights are under water. */
export function heightAt(x: number, z: number): number {
  const bend = 40 * noise(x / 170, z / 170);
  let height = 0;
  let weight = 1;
  let size = 260;
  for (let octave = 0; octave < 7; octave++) {
    const ridge = (1 - Math.abs(noise((x + bend) / size, (z - bend) / size + 7 * octave))) ** 2 * weight;
    height += ridge * size * 0.19;
    weight = Math.min(1, ridge * 1.6);
    size /= 2.1;
  }
  return height + 50 * noise(x / 420, z / 420 + 90) - 30;
}

/** The share of sunlight at a point, 0 to 1. It decreases if the ray to the sun is close to the ground or below it. */
export function sunlightAt(x: number, y: number, z: number): number {
  let light = 1;
  for (let distance = 2; distance < 90; distance *= 1.1) {
    const above = y + sun.y * distance - heightAt(x + sun.x * distance, z + sun.z * distance);
    light = Math.min(light, 0.5 + (6 * above) / distance);
    if (light <= 0) return 0;
  }
  return light;
}

type Color = readonly [red: number, green: number, blue: number];

/** The color of the ground at some heights, as linear light from 0 to 1. In between, the color is interpolated. */
const grounds: readonly (readonly [height: number, Color])[] = [
  [-Infinity, [0.2, 0.17, 0.1]],
  [-4, [0.2, 0.17, 0.1]],
  [1, [0.45, 0.34, 0.15]],
  [4, [0.1, 0.19, 0.035]],
  [12, [0.09, 0.17, 0.035]],
  [20, [0.035, 0.09, 0.025]],
  [26, [0.04, 0.08, 0.025]],
  [31, [0.13, 0.1, 0.08]],
  [36, [0.16, 0.13, 0.11]],
  [46, [0.78, 0.84, 0.95]],
  [Infinity, [0.78, 0.84, 0.95]],
];
const cliff: Color = [0.09, 0.08, 0.075];

/** The color of the ground at a height. `up` is the upward component of its normal; steep ground is bare rock. */
export function colorAt(height: number, up: number): Color {
  const next = grounds.findIndex(([from]) => height < from);
  const [[from, below], [to, above]] = [grounds[next - 1]!, grounds[next]!];
  const share = Number.isFinite(to - from) ? (height - from) / (to - from) : 0;
  const rock = Math.min(1, Math.max(0, (0.78 - up) / 0.18));
  const part = (i: 0 | 1 | 2): number => mixed(mixed(below[i], above[i], share), cliff[i], rock);
  return [part(0), part(1), part(2)];
}

/** Smooth noise, -1 to 1. */
function noise(x: number, z: number): number {
  const column = Math.floor(x);
  const row = Math.floor(z);
  const u = eased(x - column);
  const v = eased(z - row);
  const near = mixed(chance(column, row), chance(column + 1, row), u);
  const far = mixed(chance(column, row + 1), chance(column + 1, row + 1), u);
  return mixed(near, far, v);
}

function chance(column: number, row: number): number {
  let hash = Math.imul(column, 374761393) + Math.imul(row, 668265263);
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}

function eased(share: number): number {
  return share * share * (3 - 2 * share);
}

function mixed(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
