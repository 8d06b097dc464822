import { bolt } from './enemies/bolt.ts';
import { bomb } from './enemies/bomb.ts';
import { crawler } from './enemies/crawler.ts';
import { dropper } from './enemies/dropper.ts';
import { flyer } from './enemies/flyer.ts';
import { ghost } from './enemies/ghost.ts';
import { grenade } from './enemies/grenade.ts';
import { hangar } from './enemies/hangar.ts';
import { leech } from './enemies/leech.ts';
import { magnet } from './enemies/magnet.ts';
import { mortar } from './enemies/mortar.ts';
import { predictor } from './enemies/predictor.ts';
import { rocket } from './enemies/rocket.ts';
import { roller } from './enemies/roller.ts';
import { saw } from './enemies/saw.ts';
import { seeker } from './enemies/seeker.ts';
import { shy } from './enemies/shy.ts';
import { turret } from './enemies/turret.ts';
import { walker } from './enemies/walker.ts';
import { Entity } from './entity.ts';
import type { Kind as KindNumber, KindDefinition, Slot } from './kind.ts';
import { player } from './player.ts';

/** All kinds. The order gives them their numbers, which hashes and recordings contain: append new kinds at the end. */
const definitions = {
  player,
  roller,
  crawler,
  flyer,
  seeker,
  predictor,
  magnet,
  shy,
  turret,
  bolt,
  saw,
  dropper,
  bomb,
  ghost,
  leech,
  walker,
  mortar,
  grenade,
  hangar,
  rocket,
};

export type KindName = keyof typeof definitions;
export type Kind = KindNumber;

/** The numbers of all kinds, by name. */
export const Kind = Object.fromEntries(
  Object.keys(definitions).map((name, number) => [name, number]),
) as Readonly<Record<KindName, Kind>>;

/** A registered kind, with all defaults filled in. */
export interface KindTraits extends Required<Omit<KindDefinition, 'brings' | 'memory'>> {
  readonly name: KindName;
  readonly brings: readonly Kind[];
  /** Names of the memory fields, by slot. */
  readonly memory: readonly (string | undefined)[];
}

/** The kinds by number. All have the same properties in the same order, so that the engine reads them by one hidden class. */
export const kinds: readonly KindTraits[] = Object.entries(definitions).map(([name, definition]) => {
  const {
    brings = [],
    beginsAtWall = false,
    decide = () => {},
    isDeadly = true,
    isHeavy = false,
  } = definition;
  const { color, decisionPeriod, isMissile = false, lightScale = 1, minRate, pose = 'face' } = definition;
  const { radius, shape, speed, step }: KindDefinition = definition;
  return {
    name: name as KindName,
    radius,
    color,
    speed,
    minRate,
    decisionPeriod,
    isDeadly,
    isHeavy,
    isMissile,
    beginsAtWall,
    pose,
    lightScale,
    shape,
    brings: brings.map(kindOf),
    memory: namesBySlot(definition.memory),
    decide,
    step,
  };
});

/** Kinds that come with others, and cannot be placed by themselves. */
export const broughtKinds: ReadonlySet<Kind> = new Set(kinds.flatMap(({ brings }) => brings));

/** Kinds that are thrown. After its flight a missile waits at its thrower until it is thrown again. */
export const missiles: ReadonlySet<Kind> = new Set(
  Object.values(Kind).filter((kind) => kinds[kind]!.isMissile),
);

/** The traits of a kind. */
export function traitsOf(kind: Kind): KindTraits {
  return kinds[kind]!;
}

/** The number of a registered kind. */
export function kindOf(definition: KindDefinition): Kind {
  return Object.values<KindDefinition>(definitions).indexOf(definition) as Kind;
}

/** A new entity of a kind. */
export function createEntity(index: number, id: number, kind: Kind, friend = -1): Entity {
  return new Entity({ index, id, kind, friend, ...traitsOf(kind) });
}

/** The value of one slot of an entity's memory. If its kind has no field in this slot: `homeX` for slot 0, `homeY` for slot 1, otherwise 0. */
export function memoryAt({ homeX, homeY, kind, memory }: Entity, slot: Slot): number {
  const name = traitsOf(kind).memory[slot];
  if (name !== undefined) return memory[name]!;
  return slot === 0 ? homeX : slot === 1 ? homeY : 0;
}

/** Writes one slot of an entity's memory, if its kind has a field there. */
export function setMemoryAt({ kind, memory }: Entity, slot: Slot, value: number): void {
  const name = traitsOf(kind).memory[slot];
  if (name !== undefined) memory[name] = value;
}

function namesBySlot(slots: Readonly<Record<string, Slot>>): (string | undefined)[] {
  const names: (string | undefined)[] = [undefined, undefined, undefined, undefined];
  for (const [name, slot] of Object.entries(slots)) names[slot] = name;
  return names;
}

/** Kinds with this minimum rate or a higher one are stiff: they overshoot in long steps. */
const stiffRate = 20;

/**
 * The longest step in ms that an entity of this kind can make at once. Longer updates are split.
 * Only stiff kinds have a limit. Entities of other kinds are off by only 0.1 to 0.3 cells if they
 * make one step of half a second per update; shorter steps would cost as much as full-rate updates.
 */
export function maxStepOf(kind: Kind): number {
  return traitsOf(kind).minRate >= stiffRate ? 1000 / stiffRate : Infinity;
}
