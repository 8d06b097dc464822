/** What an entity is. The numbers index `kinds`; they are part of the hash of a world. */
export const Kind = {
  player: 0,
  roller: 1,
  crawler: 2,
  flyer: 3,
  seeker: 4,
  predictor: 5,
  magnet: 6,
  shy: 7,
  turret: 8,
  bolt: 9,
  saw: 10,
  dropper: 11,
  bomb: 12,
  ghost: 13,
  leech: 14,
  walker: 15,
  mortar: 16,
  grenade: 17,
  hangar: 18,
  rocket: 19,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** What all entities of a kind share. Lengths are in cells, speeds in cells per second. */
export interface KindTraits {
  readonly name: keyof typeof Kind;
  readonly radius: number;
  /** 0xRRGGBB at full brightness. */
  readonly color: number;
  /** Typical speed; what a priority scaled by speed should use. */
  readonly speed: number;
  /** Updates per second below which the kind's behavior goes visibly wrong. */
  readonly minRate: number;
  /** Milliseconds of the entity's own time between its decisions; longer than its longest step. */
  readonly decides: number;
  /** Whether a robot that touches it goes down. */
  readonly isDeadly: boolean;
  /** Whether it presses buttons. */
  readonly isHeavy: boolean;
  /** What comes with it and follows it in `world.entities`, each followed by what it brings itself. */
  readonly brings: readonly Kind[];
}

const traits = {
  player: [0.45, 0xffffff, 8, 60, 500],
  roller: [0.38, 0xff8a3c, 3.5, 20, 1000],
  crawler: [0.3, 0x9be04f, 1.8, 10, 2000],
  flyer: [0.3, 0x4fc3ff, 2.5, 6, 1500],
  seeker: [0.34, 0xff4f64, 3.5, 8, 1200],
  predictor: [0.34, 0xc77dff, 4, 8, 1000],
  magnet: [0.42, 0xffd23f, 0.8, 5, 2500],
  shy: [0.32, 0x5fe3c0, 2.2, 6, 1000],
  turret: [0.4, 0xb0b8c8, 0, 5, 1000],
  bolt: [0.12, 0xfff3b0, 7, 15, 60_000],
  saw: [0.46, 0xdfe6f2, 0, 1, 60_000],
  dropper: [0.4, 0xe8a0ff, 2, 8, 1400],
  bomb: [0.2, 0xffb199, 8, 20, 60_000],
  ghost: [0.42, 0xb9c4ff, 1.6, 8, 2000],
  leech: [0.24, 0xb4ff6a, 3, 10, 1500],
  walker: [0.45, 0xd9a066, 1.2, 15, 2000],
  mortar: [0.3, 0xffc27d, 1.2, 15, 1800],
  grenade: [0.17, 0xffe08a, 8, 20, 60_000],
  hangar: [0.42, 0x9fb3c8, 0, 5, 3000],
  rocket: [0.18, 0xff7043, 5, 20, 60_000],
} as const satisfies Readonly<Record<keyof typeof Kind, readonly number[]>>;

const harmless: ReadonlySet<Kind> = new Set<Kind>([
  Kind.player,
  Kind.magnet,
  Kind.shy,
  Kind.turret,
  Kind.dropper,
  Kind.leech,
  Kind.hangar,
]);
const heavy: ReadonlySet<Kind> = new Set<Kind>([
  Kind.player,
  Kind.roller,
  Kind.crawler,
  Kind.walker,
  Kind.shy,
]);
const brought: ReadonlyMap<Kind, readonly Kind[]> = new Map([
  [Kind.turret, [Kind.bolt, Kind.bolt]],
  [Kind.dropper, [Kind.bomb, Kind.bomb]],
  [Kind.walker, [Kind.mortar]],
  [Kind.mortar, [Kind.grenade, Kind.grenade]],
  [Kind.hangar, [Kind.rocket]],
]);

/** The traits by `Kind`. */
export const kinds: readonly KindTraits[] = Object.entries(Kind).map(([key, kind]) => {
  const name = key as keyof typeof Kind;
  const [radius, color, speed, minRate, decides] = traits[name];
  const isDeadly = !harmless.has(kind);
  const isHeavy = heavy.has(kind);
  return {
    name,
    radius,
    color,
    speed,
    minRate,
    decides,
    isDeadly,
    isHeavy,
    brings: brought.get(kind) ?? [],
  };
});

/** Kinds that do not begin by themselves: others bring them. */
export const broughtKinds: ReadonlySet<Kind> = new Set([...brought.values()].flat());

/** Kinds that are thrown: they wait until they are, and do so again once they have burst. */
export const missiles: ReadonlySet<Kind> = new Set<Kind>([Kind.bolt, Kind.bomb, Kind.grenade, Kind.rocket]);

/** The traits of one kind. */
export function traitsOf(kind: Kind): KindTraits {
  return kinds[kind]!;
}

/** Updates per second from which on behavior counts as stiff: bodies under gravity and rockets, which overshoot in long steps. */
const stiffRate = 20;

/**
 * The longest step in milliseconds that an entity of this kind can live at once; a longer update is made of several. Only stiff kinds have a limit:
 * others are off by 0.1 to 0.3 cells when they are updated twice a second in one step, and short steps would cost as much as full-rate updates.
 */
export function longestStepOf(kind: Kind): number {
  return traitsOf(kind).minRate >= stiffRate ? 1000 / stiffRate : Infinity;
}
