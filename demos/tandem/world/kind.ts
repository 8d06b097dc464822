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
  /** Milliseconds of the entity's own time between two decisions; longer than its longest step. */
  readonly decisionPeriod: number;
  /** Whether its touch brings a robot down. Default: true. */
  readonly isDeadly?: boolean;
  /** Whether it presses buttons. Default: false. */
  readonly isHeavy?: boolean;
  /** Whether it waits inactive at its thrower until it is launched. Default: false. */
  readonly isMissile?: boolean;
  /** Whether it must begin at a wall. Default: false. */
  readonly beginsAtWall?: boolean;
  /** Entities that come with it, right behind it in `world.entities`. */
  readonly brings?: readonly KindDefinition[];
  /** Numbers that it remembers between its updates, besides the fields that all entities have. */
  readonly memory: MemorySlots<Self['memory']>;
  /** Pose of its body: turned toward `face`, upright and mirrored, or standing on its wall. Default: 'face'. */
  readonly pose?: 'face' | 'upright' | 'wall';
  /** Radius of its light relative to other kinds. Default: 1. */
  readonly lightScale?: number;
  /** Draws its body. */
  readonly shape: Shape;
  /** Makes the decisions of the decision period `self.decisionIndex`, exactly at its start in the entity's own time. It may write only `self` and mutations. */
  decide?(this: void, around: Surroundings, self: Self): void;
  /** Advances the entity by `self.seconds`. It may write only `self` and mutations. */
  step(this: void, around: Surroundings, self: Self): void;
}
