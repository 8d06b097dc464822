import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { castCircle } from '../map/cast-circle.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { mortar } from './mortar.ts';
import { eye, outline } from './shape.ts';

type Walker = Entity<{
  /** 1 (right) or -1 (left); 0 before the first decision. */
  direction: number;
}>;

/** Cells/s². */
const gravity = 22;
/** Cells ahead in which a walker looks for a wall. */
const ahead = 0.6;
/** Cells below in which a walker looks for ground. */
const depth = 0.7;

const contact = createContact();
const way = createVector();
const place = createVector();

/** Walks back and forth on its ledge, and carries a mortar. */
export const walker: KindDefinition<Walker> = {
  radius: 0.45,
  color: 0xd9a066,
  speed: 1.2,
  minRate: 15,
  decisionPeriod: 2000,
  isHeavy: true,
  brings: [mortar],
  memory: { direction: 0 },
  pose: 'upright',
  shape(pen, core) {
    pen.beginPath();
    for (const side of [-1, 1]) {
      pen.moveTo(0.35 * side, 0.1);
      pen.lineTo(0.95 * side, 0.3);
      pen.lineTo(0.8 * side, 1);
      pen.lineTo(1.1 * side, 1);
    }
    pen.stroke();
    outline(pen, () => pen.roundRect(-0.75, -0.65, 1.5, 0.95, 0.3));
    eye(pen, core, 0.35, -0.2);
  },
  decide(_, { memory }) {
    if (memory.direction !== 1 && memory.direction !== -1) memory.direction = 1;
  },
  step(around, self) {
    const { memory } = self;
    const isStanding = self.normalY < -0.5;
    if (isStanding && mustTurn(around, self)) memory.direction = -memory.direction;
    self.vx = (isStanding ? memory.direction * self.speed : self.vx) + self.pushX;
    self.pushX = self.pushY = 0;
    way.x = self.vx * self.seconds;
    way.y = self.vy * self.seconds + 0.5 * gravity * self.seconds * self.seconds;
    self.vy += gravity * self.seconds;
    slide(around.grid, self, way, 0, contact);
    self.normalX = contact.normalX;
    self.normalY = contact.normalY;
    self.faceX = memory.direction;
    self.faceY = 0;
  },
};

function mustTurn(around: Surroundings, self: Walker): boolean {
  way.x = self.memory.direction * ahead;
  way.y = 0;
  castCircle(around.grid, self, self.radius, way, contact);
  if (contact.fraction < 1) return contact.normalY > -0.5;
  place.x = self.x + way.x;
  place.y = self.y;
  way.x = 0;
  way.y = depth;
  castCircle(around.grid, place, self.radius, way, contact);
  return contact.fraction === 1;
}
