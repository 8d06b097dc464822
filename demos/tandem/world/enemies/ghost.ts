import { decay } from '../behavior/decay.ts';
import { lookAlong } from '../behavior/fly.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { headFor } from '../behavior/roam.ts';
import { type Attention, attentionMemory } from '../behavior/watch.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { eye, outline } from './shape.ts';

/** Distance in cells at which the ghost notices players. */
const reach = 16;
/** Distance in cells within which the look of a player stops a ghost. */
const shyness = 12;
/** See `fly`. */
const response = 4;

const place = createVector();
const desired = createVector();

/** Approaches the nearest player through all walls, and stands still while a player looks in its direction. */
export const ghost: KindDefinition<Entity<Attention>> = {
  radius: 0.42,
  color: 0xb9c4ff,
  speed: 1.6,
  minRate: 8,
  decisionPeriod: 2000,
  memory: attentionMemory,
  pose: 'upright',
  // A sheet with two eyes.
  shape(pen, core) {
    outline(pen, () => {
      pen.arc(0, -0.15, 0.9, Math.PI, 0);
      pen.lineTo(0.9, 0.95);
      for (const [x, y] of [
        [0.45, 0.6],
        [0, 0.95],
        [-0.45, 0.6],
        [-0.9, 0.95],
      ] as const) {
        pen.lineTo(x, y);
      }
      pen.closePath();
    });
    eye(pen, core, 0.42, -0.2);
    eye(pen, core, -0.12, -0.2);
  },
  step(around, self) {
    const player = findNearestPlayer(around, self, reach);
    const isStopped = isLookedAt(around, self);
    place.x = player < 0 ? self.homeX : around.committed.x[player]!;
    place.y = player < 0 ? self.homeY : around.committed.y[player]!;
    headFor(self, place, isStopped ? 0 : self.speed, desired);
    const keep = decay(response * self.seconds);
    self.vx = desired.x + (self.vx - desired.x) * keep;
    self.vy = desired.y + (self.vy - desired.y) * keep;
    self.x += self.vx * self.seconds;
    self.y += self.vy * self.seconds;
    self.pushX = self.pushY = 0;
    const { memory } = self;
    memory.attention += (Number(!isStopped && player >= 0) - memory.attention) * (1 - keep);
    lookAlong(self, desired, 6);
  },
};

function isLookedAt(around: Surroundings, self: Entity<Attention>): boolean {
  const { committed, playerCount } = around;
  for (let player = 0; player < playerCount; player++) {
    const dx = self.x - committed.x[player]!;
    const dy = self.y - committed.y[player]!;
    const isFaced = dx * committed.looks[player]! > 0 && Math.abs(dy) < Math.abs(dx) + 2;
    if (committed.active[player] === 1 && isFaced && dx * dx + dy * dy < shyness * shyness) return true;
  }
  return false;
}
