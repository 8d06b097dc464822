/** The keys of a robot. Held keys are a sum of these. */
export const Key = {
  left: 1,
  right: 2,
  jump: 4,
  crouch: 8,
} as const;
export type Key = (typeof Key)[keyof typeof Key];

/** Names of the keys, in the order of their bits. */
export const keyNames = Object.keys(Key) as readonly (keyof typeof Key)[];

/** -1 (left), 0 or 1 (right). */
export function directionOf(held: number): number {
  return Number((held & Key.right) !== 0) - Number((held & Key.left) !== 0);
}

/** Joins the held keys of all robots into one number. */
export function joinHeld(byRobot: readonly number[]): number {
  return byRobot.reduce((sum, held, robot) => sum + held * 16 ** robot, 0);
}

/** The held keys of one robot in a number made by `joinHeld`. */
export function heldBy(joined: number, robot: number): number {
  return Math.floor(joined / 16 ** robot) % 16;
}
