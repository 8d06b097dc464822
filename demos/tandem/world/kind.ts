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
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** What all entities of a kind share. Lengths are in cells, speeds in cells per second. */
export interface KindTraits {
  readonly name: keyof typeof Kind;
  readonly radius: number;
  /** 0xRRGGBB at full brightness. */
  readonly colour: number;
  /** Typical speed; what a priority scaled by speed should use. */
  readonly speed: number;
  /** Updates per second below which the kind's behaviour goes visibly wrong. */
  readonly minRate: number;
  /** Milliseconds of the entity's own time between its decisions; longer than the longest update. */
  readonly decides: number;
}

/** The traits by `Kind`. */
export const kinds: readonly KindTraits[] = [
  { name: 'player', radius: 0.45, colour: 0xffffff, speed: 8, minRate: 60, decides: 500 },
  { name: 'roller', radius: 0.38, colour: 0xff8a3c, speed: 3.5, minRate: 20, decides: 1000 },
  { name: 'crawler', radius: 0.3, colour: 0x9be04f, speed: 1.8, minRate: 10, decides: 2000 },
  { name: 'flyer', radius: 0.3, colour: 0x4fc3ff, speed: 2.5, minRate: 6, decides: 1500 },
  { name: 'seeker', radius: 0.34, colour: 0xff4f64, speed: 3.5, minRate: 8, decides: 1200 },
  { name: 'predictor', radius: 0.34, colour: 0xc77dff, speed: 4, minRate: 8, decides: 1000 },
  { name: 'magnet', radius: 0.42, colour: 0xffd23f, speed: 0.8, minRate: 5, decides: 2500 },
  { name: 'shy', radius: 0.32, colour: 0x5fe3c0, speed: 2.2, minRate: 6, decides: 1000 },
  { name: 'turret', radius: 0.4, colour: 0xb0b8c8, speed: 0, minRate: 5, decides: 1000 },
  { name: 'bolt', radius: 0.12, colour: 0xfff3b0, speed: 7, minRate: 15, decides: 60_000 },
];

/** The traits of one kind. */
export function traitsOf(kind: Kind): KindTraits {
  return kinds[kind]!;
}
