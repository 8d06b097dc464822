import { balls, light } from './scene.ts';

/** Times that light is mirrored. */
const bounces = 4;
const far = 60;
const tiny = 1e-4;

/** Light that comes along a ray, added by `trace`. */
const seen = { red: 0, green: 0, blue: 0 };

/** A ray: where it begins, and a unit vector. */
export interface Ray {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

/** The light that comes from where a ray goes; the object is used again. The ray is used up. */
export function lightAlong(ray: Ray): Readonly<typeof seen> {
  seen.red = seen.green = seen.blue = 0;
  let share = 1;
  for (let bounce = 0; bounce <= bounces && share > 0.02; bounce++) {
    const ball = nearestBall(ray);
    const ground = ray.dy < 0 ? -ray.y / ray.dy : Infinity;
    if (hit.distance < ground) share = meetBall(ray, ball, share);
    else if (ground < far) share = meetGround(ray, ground, share);
    else {
      addSky(ray, share);
      return seen;
    }
  }
  return seen;
}

const hit = { distance: Infinity };

/** The index of the first ball on a ray's way; its distance is in `hit`. */
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
    if (distance > tiny && distance < hit.distance) {
      hit.distance = distance;
      nearest = i;
    }
  }
  return nearest;
}

function meetBall(ray: Ray, index: number, share: number): number {
  const ball = balls[index]!;
  moveBy(ray, hit.distance);
  const nx = (ray.x - ball.x) / ball.radius;
  const ny = (ray.y - ball.y) / ball.radius;
  const nz = (ray.z - ball.z) / ball.radius;
  const brightness = brightnessAt(ray, nx, ny, nz);
  const [red, green, blue] = ball.color;
  const facing = -(ray.dx * nx + ray.dy * ny + ray.dz * nz);
  const mirrored = ball.mirror + (1 - ball.mirror) * (1 - facing) ** 5;
  add(share * (1 - mirrored) * brightness, red, green, blue);
  mirror(ray, nx, ny, nz);
  return share * mirrored;
}

function meetGround(ray: Ray, distance: number, share: number): number {
  moveBy(ray, distance);
  ray.y = 0;
  const isDark = (Math.floor(ray.x) + Math.floor(ray.z)) % 2 === 0;
  const haze = Math.min(1, Math.hypot(ray.x, ray.z) / far);
  const brightness = brightnessAt(ray, 0, 1, 0) * (1 - haze);
  const [red, green, blue] = isDark ? [0.1, 0.12, 0.2] : [0.62, 0.66, 0.78];
  const mirrored = 0.16 * (1 - haze);
  add(share * (1 - mirrored) * brightness, red, green, blue);
  add(share * haze, 0.42, 0.5, 0.72);
  mirror(ray, 0, 1, 0);
  return share * mirrored;
}

/** From a place to the lamp; used again. */
const toLamp: Ray = { x: NaN, y: NaN, z: NaN, dx: NaN, dy: NaN, dz: NaN };

/** How much light falls on a place: what the sky gives, and the lamp, softly at the edges of shadows. */
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
  return ambient + 0.85 * facing * lampSeen(toLamp, distance);
}

/** The share of the lamp that no ball hides, from how near balls come to the ray to its middle, which ends after `distance`. */
function lampSeen({ dx, dy, dz, x, y, z }: Ray, distance: number): number {
  let open = 1;
  for (const ball of balls) {
    const [px, py, pz] = [ball.x - x, ball.y - y, ball.z - z];
    const along = px * dx + py * dy + pz * dz;
    if (along < tiny || along > distance) continue;
    const aside = Math.sqrt(Math.max(0, px * px + py * py + pz * pz - along * along));
    const soft = (light.radius * along) / distance;
    open = Math.min(open, (aside - ball.radius) / Math.max(soft, tiny) + 0.5);
    if (open <= 0) return 0;
  }
  return open;
}

function addSky({ dx, dy, dz }: Ray, share: number): void {
  const height = Math.max(0, dy);
  add(share, 0.42 - 0.3 * height, 0.5 - 0.3 * height, 0.72 - 0.2 * height);
  const towards = dx * light.x + dy * light.y + dz * light.z;
  const glow = Math.max(0, towards / Math.hypot(light.x, light.y, light.z)) ** 220;
  add(share * glow * 2.5, 1, 0.92, 0.75);
}

function add(amount: number, red: number, green: number, blue: number): void {
  seen.red += amount * red;
  seen.green += amount * green;
  seen.blue += amount * blue;
}

function moveBy(ray: Ray, distance: number): void {
  ray.x += distance * ray.dx;
  ray.y += distance * ray.dy;
  ray.z += distance * ray.dz;
}

function mirror(ray: Ray, nx: number, ny: number, nz: number): void {
  const into = 2 * (ray.dx * nx + ray.dy * ny + ray.dz * nz);
  ray.dx -= into * nx;
  ray.dy -= into * ny;
  ray.dz -= into * nz;
}
