/** Names of the numbers of `T`: `'x'`, or `'position.x'` for a number of an object in `T`. */
export type NumberName<T> = {
  [K in keyof T & string]: T[K] extends number
    ? K
    : T[K] extends (...parameters: never) => unknown
      ? never
      : T[K] extends object
        ? `${K}.${NumberKey<T[K]>}`
        : never;
}[keyof T & string];

type NumberKey<T> = { [K in keyof T & string]: T[K] extends number ? K : never }[keyof T & string];

/** Reads and writes one number of an object. */
export interface NumberAccess {
  readonly read: (object: object) => unknown;
  readonly write: (object: object, value: number) => void;
  /** The difference between equal directions if the number is an angle: 2π or 360. Otherwise 0. */
  readonly turn: number;
}

/** Access to the number with a name such as `'x'` or `'position.x'`. */
export function accessTo(name: string): NumberAccess {
  const keys = name.split('.');
  const last = keys.pop()!;
  const [first] = keys;
  const turn = turnOf(name);
  if (first === undefined)
    return {
      read: (object) => (object as Numbers)[last],
      write: (object, value) => void ((object as Numbers)[last] = value),
      turn,
    };
  const ownerOf = (object: object): Numbers =>
    keys.reduce((owner, key) => owner[key] as Numbers, object as Numbers);
  return {
    read: (object) => ownerOf(object)[last],
    write: (object, value) => void (ownerOf(object)[last] = value),
    turn,
  };
}

interface Numbers {
  [key: string]: unknown;
}

/** In Pixi, Phaser and three.js, `rotation` is in radians and `angle` in degrees. */
function turnOf(name: string): number {
  if (/(^|\.)rotation(\.[xyz])?$/.test(name)) return 2 * Math.PI;
  return /(^|\.)angle$/.test(name) ? 360 : 0;
}
