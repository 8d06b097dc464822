import { launch } from '../behavior/launch.ts';
import { type Attention, attentionMemory, watchPlayers } from '../behavior/watch.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import { rocket } from './rocket.ts';
import { polygon } from './shape.ts';

const reach = 15;
const brings = [rocket];

const flight = createVector();

/** Clings to a wall. While it sees a player, it launches rockets away from the wall. */
export const hangar: KindDefinition<Entity<Attention & { shots: number }>> = {
  radius: 0.42,
  color: 0x9fb3c8,
  speed: 0,
  minRate: 5,
  decisionPeriod: 3000,
  isDeadly: false,
  beginsAtWall: true,
  brings,
  memory: { ...attentionMemory, shots: 3 },
  shape(pen, core) {
    polygon(pen, [-0.9, -1, 0.5, -0.7, 0.9, 0, 0.5, 0.7, -0.9, 1]);
    pen.beginPath();
    pen.moveTo(0.1, -0.35);
    pen.lineTo(0.55, 0);
    pen.lineTo(0.1, 0.35);
    pen.strokeStyle = core;
    pen.stroke();
  },
  decide(around, self) {
    if (self.memory.attention < 0.5) return;
    flight.x = self.normalX * rocket.speed;
    flight.y = self.normalY * rocket.speed;
    launch(around, self, brings.length, flight);
  },
  step(around, self) {
    watchPlayers(around, self, reach);
    self.pushX = self.pushY = 0;
  },
};
