import type { EventName, GameEvent } from '../../game/game-event.ts';
import { Posture } from '../../world/robot/robot.ts';
import type { World } from '../../world/world.ts';
import { robotColors } from '../color.ts';
import { Particles, type Emission } from './particles.ts';

const maxParticles = 6000;
/** Rate per second at which a shake decays. */
const calm = 7;
/** Amplitude in cells of the strongest shake. */
const strongest = 0.35;

/**
 * The particles that each event emits, `below` cells below the position of the event. Without
 * `color` they have the color of the robot or enemy.
 */
const emissions: Readonly<
  Partial<
    Record<EventName, readonly (Omit<Emission, 'x' | 'y' | 'color'> & { color?: number; below?: number })[]>
  >
> = {
  fall: [
    { count: 140, speed: 11, life: 0.9, gravity: 14 },
    { count: 40, color: 0xffffff, speed: 5, life: 0.4 },
  ],
  return: [{ count: 50, speed: 4, life: 0.5 }],
  throw: [{ count: 60, speed: 5, vy: 3, life: 0.5, below: 0.4 }],
  jump: [{ count: 8, color: 0x9fb4e8, speed: 2, life: 0.3, gravity: -1, below: 0.45 }],
  kick: [{ count: 8, color: 0x9fb4e8, speed: 2, life: 0.3, gravity: -1, below: 0.2 }],
  land: [{ count: 8, color: 0x9fb4e8, speed: 2, life: 0.3, gravity: -1, below: 0.45 }],
  gem: [{ count: 40, color: 0xffe066, speed: 5, life: 0.6 }],
  checkpoint: [{ count: 90, color: 0xa8ff9e, speed: 6, vy: -3, life: 0.9, gravity: 6 }],
  win: [{ count: 300, color: 0xa8ff9e, speed: 10, vy: -3, life: 1.5, gravity: 6 }],
  crush: [{ count: 40, speed: 7, life: 0.5, gravity: 12 }],
};

/** Strength with which events shake the view, 0 to 1. */
const shakes: Readonly<Partial<Record<EventName, number>>> = { fall: 1, throw: 0.25, crush: 0.2, shut: 0.12 };

/** Shows events as particles and shakes of the view. */
export class Effects {
  readonly particles = new Particles(maxParticles);
  #world: World;
  #shake = 0;
  #movedAt: number;
  /** Strength of shakes, 0 to 1. */
  strength: number;

  constructor(world: World, strength: number) {
    this.#world = world;
    this.#movedAt = world.time;
    this.strength = strength;
  }

  /** Current offset of the view in cells. */
  get offset(): { readonly x: number; readonly y: number } {
    const size = this.#shake * strongest * this.strength;
    return { x: size * Math.sin(this.#movedAt / 11), y: size * Math.sin(this.#movedAt / 8.3 + 1) };
  }

  show(event: GameEvent): void {
    const { name, player, x, y } = event;
    const emission = emissions[name];
    if (name === 'burst') this.#burst(event);
    const color = player < 0 ? this.#colorOf(event) : robotColors[player]!;
    for (const each of emission ?? []) this.particles.emit({ color, ...each, x, y: y + (each.below ?? 0) });
    this.#shake = Math.max(this.#shake, shakes[name] ?? 0);
  }

  /** Advances to the time of the world. It may be called at any rate. */
  move(): void {
    const seconds = Math.min(0.1, (this.#world.time - this.#movedAt) / 1000);
    if (seconds <= 0) return;
    this.#movedAt = this.#world.time;
    this.#shake *= Math.exp(-calm * seconds);
    this.#leaveTrails(seconds);
    this.particles.move(seconds);
  }

  #burst(event: GameEvent): void {
    const { x, y } = event;
    const isSmall = this.#radiusOf(event) < 0.15;
    const count = isSmall ? 10 : 70;
    this.particles.emit({ x, y, count, color: this.#colorOf(event), speed: isSmall ? 3 : 8, life: 0.5 });
    if (!isSmall) this.#shake = Math.max(this.#shake, 0.35);
  }

  #leaveTrails(seconds: number): void {
    for (const [i, { active, vx, vy, x, y }] of this.#world.players.entries()) {
      const { posture, sinceThrow } = this.#world.robots[i]!;
      const isFast = sinceThrow < 30 || posture === Posture.sliding;
      if (!active || !isFast) continue;
      const count = Math.round(seconds * (sinceThrow < 30 ? 240 : 60) * Math.random() * 2);
      this.particles.emit({
        x,
        y,
        count,
        color: robotColors[i]!,
        speed: 0.8,
        vx: vx / 8,
        vy: vy / 8,
        life: 0.45,
      });
    }
  }

  #colorOf({ entity }: GameEvent): number {
    return this.#world.entities[entity]?.color ?? 0xffffff;
  }

  #radiusOf({ entity }: GameEvent): number {
    return this.#world.entities[entity]?.radius ?? 0;
  }
}
