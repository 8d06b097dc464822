import { balls, light } from './scene.ts';

/** The maximum number of reflections of a ray. */
const maxReflections = 4;
const far = 60;
const epsilon = 1e-4;

/** The light that was collected along the current ray. Reused for all rays. */
const collected = { red: 0, green: 0, blue: 0 };

/** A ray: its origin and its direction, a unit vector. */
export interface Ray {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

/** The light that arrives along a ray. The result is reused by the next call, and the ray is modified. */
export function lightAlong(ray: Ray): Readonly<typeof collected> {
  collected.red = collected.green = collected.blue = 0;
  let share = 1;
  for (let reflection = 0; reflection <= maxReflections && share > 0.02; reflection++) {
    const ball = nearestBall(ray);
    const ground = ray.dy < 0 ? -ray.y / ray.dy : Infinity;
    if (hit.distance < ground) share = shadeBall(ray, ball, share);
    else if (ground < far) share = shadeGround(ray, ground, share);
    else {
      addSky(ray, share);
      return collected;
    }
  }
  return collected;
}

const hit = { distance: Infinity };

/** The index of the first ball that the ray hits, or -1. Its distance is in `hit`. */
function nearestBall({ dx, dy, dz, x, y, z }: Ray): number {
  let nearest = -1;
  hit.distance = Infinity;
  for (let i = 0; i < balls.length; i++) {
    const ball = balls[i]!;
    const [px, py, pz] = [ball.x - x, ball.y - y, ball.z - z];
    const along = px * dx + py * dy + pz * dz;
    if (along < 0) continue;
    const aside = px * px + py * py + pz * pz - along * along;
    const inside = ball.radius * ball.radius - aside;
    if (inside < 0) continue;
    const distance = along - Math.sqrt(inside);
    if (distance > epsilon && distance < hit.distance) {
      hit.distance = distance;
      nearest = i;
    }
  }
  return nearest;
}

function shadeBall(ray: Ray, index: number, share: number): number {
  const ball = balls[index]!;
  moveBy(ray, hit.distance);
  const nx = (ray.x - ball.x) / ball.radius;
  const ny = (ray.y - ball.y) / ball.radius;
  const nz = (ray.z - ball.z) / ball.radius;
  const brightness = brightnessAt(ray, nx, ny, nz);
  const [red, green, blue] = ball.color;
  const facing = -(ray.dx * nx + ray.dy * ny + ray.dz * nz);
  const reflected = ball.reflectivity + (1 - ball.reflectivity) * (1 - facing) ** 5;
  add(share * (1 - reflected) * brightness, red, green, blue);
  reflect(ray, nx, ny, nz);
  return share * reflected;
}

function shadeGround(ray: Ray, distance: number, share: number): number {
  moveBy(ray, distance);
  ray.y = 0;
  const isDark = (Math.floor(ray.x) + Math.floor(ray.z)) % 2 === 0;
  const haze = Math.min(1, Math.hypot(ray.x, ray.z) / far);
  const brightness = brightnessAt(ray, 0, 1, 0) * (1 - haze);
  const [red, green, blue] = isDark ? [0.1, 0.12, 0.2] : [0.62, 0.66, 0.78];
  const reflected = 0.16 * (1 - haze);
  add(share * (1 - reflected) * brightness, red, green, blue);
  add(share * haze, 0.42, 0.5, 0.72);
  reflect(ray, 0, 1, 0);
  return share * reflected;
}

/** A ray from a point to the lamp. Reused. */
const toLamp: Ray = { x: NaN, y: NaN, z: NaN, dx: NaN, dy: NaN, dz: NaN };

/** The brightness of a point: ambient light of the sky plus the lamp, with soft edges of shadows. */
function brightnessAt({ x, y, z }: Ray, nx: number, ny: number, nz: number): number {
  const [lx, ly, lz] = [light.x - x, light.y - y, light.z - z];
  const distance = Math.hypot(lx, ly, lz);
  const facing = (nx * lx + ny * ly + nz * lz) / distance;
  const ambient = 0.24 + 0.14 * ny;
  if (facing <= 0) return ambient;
  toLamp.x = x;
  toLamp.y = y;
  toLamp.z = z;
  toLamp.dx = lx / distance;
  toLamp.dy = ly / distance;
  toLamp.dz = lz / distance;
  return ambient + 0.85 * facing * visibleLamp(toLamp, distance);
}

/** The visible share of the lamp, estimated from the distance of each ball to the ray. The ray leads to the center of the lamp, at `distance`. */
function visibleLamp({ dx, dy, dz, x, y, z }: Ray, distance: number): number {
  let open = 1;
  for (const ball of balls) {
    const [px, py, pz] = [ball.x - x, ball.y - y, ball.z - z];
    const along = px * dx + py * dy + pz * dz;
    if (along < epsilon || along > distance) continue;
    const aside = Math.sqrt(Math.max(0, px * px + py * py + pz * pz - along * along));
    const soft = (light.radius * along) / distance;
    open = Math.min(open, (aside - ball.radius) / Math.max(soft, epsilon) + 0.5);
    if (open <= 0) return 0;
  }
  return open;
}

function addSky({ dx, dy, dz }: Ray, share: number): void {
  const height = Math.max(0, dy);
  add(share, 0.42 - 0.3 * height, 0.5 - 0.3 * height, 0.72 - 0.2 * height);
  const toward = dx * light.x + dy * light.y + dz * light.z;
  const glow = Math.max(0, toward / Math.hypot(light.x, light.y, light.z)) ** 220;
  add(share * glow * 2.5, 1, 0.92, 0.75);
}

function add(amount: number, red: number, green: number, blue: number): void {
  collected.red += amount * red;
  collected.green += amount * green;
  collected.blue += amount * blue;
}

function moveBy(ray: Ray, distance: number): void {
  ray.x += distance * ray.dx;
  ray.y += distance * ray.dy;
  ray.z += distance * ray.dz;
}

function reflect(ray: Ray, nx: number, ny: number, nz: number): void {
  const into = 2 * (ray.dx * nx + ray.dy * ny + ray.dz * nz);
  ray.dx -= into * nx;
  ray.dy -= into * ny;
  ray.dz -= into * nz;
}
