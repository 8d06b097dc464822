import type { Shape } from './enemies/shape.ts';
import type { Entity } from './entity.ts';
import type { Surroundings } from './surroundings.ts';

declare const brand: unique symbol;

/** The number of a kind of entities: its position in the list of kinds.ts. Hashes and recordings contain it. */
export type Kind = number & { readonly [brand]: 'kind' };

/**
 * The slot of a memory field in hashes and backups. Slots 0 and 1 begin as the entity's x and y, 2 and 3 as 0. A field's slot must not change, or
 * recorded levels no longer match.
 */
export type Slot = 0 | 1 | 2 | 3;

/** The memory fields of a kind, and their slots. */
export type MemorySlots<Memory> = { readonly [Name in keyof Memory]: Slot };

/**
 * Everything about one kind of entities. A new enemy is one file in `enemies/` with such a definition, and one entry in kinds.ts. Lengths are in
 * cells, speeds in cells per second.
 */
export interface KindDefinition<Self extends Entity<object> = Entity> {
  readonly radius: number;
  /** 0xRRGGBB at full brightness. */
  readonly color: number;
  /** Typical speed, for example for priorities that are scaled by speed. */
  readonly speed: number;
  /** Updates per second below which the behavior is visibly wrong. */
  readonly minRate: number;
  /** Milliseconds of the entity's own time between two decisions. It must be longer than the longest step of the entity. */
  readonly decisionPeriod: number;
  /** Whether an entity of this kind brings robots down that it touches. Default: true. */
  readonly isDeadly?: boolean;
  /** Whether an entity of this kind presses buttons. Default: false. */
  readonly isHeavy?: boolean;
  /** Whether an entity of this kind waits inactive at its thrower until it is launched. Default: false. */
  readonly isMissile?: boolean;
  /** Whether an entity of this kind must begin at a wall. Default: false. */
  readonly beginsAtWall?: boolean;
  /** Kinds of the entities that come with an entity of this kind. They follow it in `world.entities`. */
  readonly brings?: readonly KindDefinition[];
  /** Numbers that an entity of this kind keeps between updates, besides the fields that all entities have. */
  readonly memory: MemorySlots<Self['memory']>;
  /** Pose of the drawn body: turned toward `face`, upright and mirrored, or standing on its wall. Default: 'face'. */
  readonly pose?: 'face' | 'upright' | 'wall';
  /** Radius of the light relative to other kinds. Default: 1. */
  readonly lightScale?: number;
  /** Draws the body. */
  readonly shape: Shape;
  /** Makes the decisions of the decision period `self.decisionIndex`, exactly when it begins in the entity's own time. May write only `self` and mutations. */
  decide?(this: void, around: Surroundings, self: Self): void;
  /** Advances the entity by `self.seconds`. May write only `self` and mutations. */
  step(this: void, around: Surroundings, self: Self): void;
}
