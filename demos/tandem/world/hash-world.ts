import type { Entity } from './entity.ts';
import { memoryAt } from './kinds.ts';
import type { Robot } from './robot/robot.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

/**
 * A 32-bit hash, computed from the exact bits of all state that can influence the future of a world or its score. Equal worlds have equal hashes, and
 * a difference in the last bit of one coordinate changes the hash.
 */
export function hashWorld(world: World): number {
  let hash = mix(world.seed | 0, world.tick);
  for (const entity of world.entities) hash = mixEntity(hash, entity);
  for (const x of world.committed.x) hash = mixNumber(hash, x);
  for (const y of world.committed.y) hash = mixNumber(hash, y);
  for (const robot of world.robots) hash = mixRobot(hash, robot);
  return mixStage(hash, world.stage) >>> 0;
}

function mixRobot(start: number, robot: Robot): number {
  let hash = start;
  for (const value of Object.values(robot) as number[]) hash = mixNumber(hash, value);
  return hash;
}

function mixStage(start: number, stage: Stage): number {
  let hash = start;
  for (const table of [stage.open, stage.pressed, stage.flipped, stage.taken, stage.returnX, stage.returnY]) {
    for (const value of table) hash = mixNumber(hash, value);
  }
  for (const value of [stage.checkpoint, stage.lostFor, stage.stillFor, stage.wonAt]) hash = mix(hash, value);
  return hash;
}

function mixEntity(start: number, entity: Entity): number {
  let hash = mix(start, entity.kind);
  hash = mixNumber(hash, entity.id);
  hash = mix(hash, entity.active ? 1 : 0);
  hash = mixNumber(hash, entity.x);
  hash = mixNumber(hash, entity.y);
  hash = mixNumber(hash, entity.vx);
  hash = mixNumber(hash, entity.vy);
  hash = mixNumber(hash, entity.faceX);
  hash = mixNumber(hash, entity.faceY);
  hash = mixNumber(hash, entity.normalX);
  hash = mixNumber(hash, entity.normalY);
  hash = mixNumber(hash, entity.localTime);
  hash = mix(hash, entity.decisionIndex);
  hash = mixNumber(hash, memoryAt(entity, 0));
  hash = mixNumber(hash, memoryAt(entity, 1));
  hash = mixNumber(hash, memoryAt(entity, 2));
  hash = mixNumber(hash, entity.pushX);
  hash = mixNumber(hash, entity.pushY);
  hash = mixNumber(hash, memoryAt(entity, 3));
  hash = mix(hash, entity.burden);
  return mix(hash, entity.hits);
}

function mixNumber(hash: number, value: number): number {
  number[0] = value;
  return mix(mix(hash, words[0]!), words[1]!);
}

// One round of the body of Murmur3.
function mix(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
}
