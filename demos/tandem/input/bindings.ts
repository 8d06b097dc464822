import { Key, keyNames } from '../world/robot/keys.ts';
import { refusalOf } from './game-keys.ts';

/** The actions of keyboard keys: the keys of each robot, and actions for both. */
export const actions = [
  ...([1, 2] as const).flatMap((robot) => keyNames.map((name) => `${robot}.${name}` as const)),
  'swap',
  'together',
  'part',
] as const;
export type Action = (typeof actions)[number];

/** The physical key (`KeyboardEvent.code`) of each action. */
export type Bindings = Readonly<Record<Action, string>>;

/** The defaults: the left hand steers the first robot, the right hand the second. */
export const defaultBindings: Bindings = {
  '1.left': 'KeyA',
  '1.right': 'KeyD',
  '1.jump': 'KeyW',
  '1.crouch': 'KeyS',
  '2.left': 'ArrowLeft',
  '2.right': 'ArrowRight',
  '2.jump': 'ArrowUp',
  '2.crouch': 'ArrowDown',
  swap: 'KeyQ',
  together: 'Space',
  part: 'KeyE',
};

/**
 * Binds another key to an action. If the key belongs to another action, the two actions swap keys.
 * Throws a RangeError if no action can have the key, see `refusalOf`.
 */
export function rebind(bindings: Bindings, action: Action, code: string): Bindings {
  const refusal = refusalOf(code);
  if (refusal !== undefined)
    throw new RangeError(`rebind: the key must be free for actions, got ${code}: ${refusal}`);
  const other = actions.find((name) => bindings[name] === code);
  const changed = { ...bindings, [action]: code };
  return other === undefined || other === action ? changed : { ...changed, [other]: bindings[action] };
}

/** Keys for actions that were added after the bindings were stored, if their default keys are taken. */
const spareKeys = Array.from('ERTYUIGHJKLZXCVBN', (letter) => `Key${letter}`);

/**
 * Reads stored bindings. An action with a missing or invalid key gets its default key, or a free
 * key if the default is taken. If two actions have the same key, all actions get their default
 * keys.
 */
export function readBindings(kept: unknown): Bindings {
  const given = typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
  const bindings: Partial<Record<Action, string>> = {};
  const taken = new Set<string>();
  for (const action of actions) {
    const code = given[action];
    if (typeof code !== 'string' || refusalOf(code) !== undefined) continue;
    if (taken.has(code)) return defaultBindings;
    bindings[action] = code;
    taken.add(code);
  }
  const missing = actions.filter((action) => bindings[action] === undefined);
  const clashing = missing.filter((action) => taken.has(defaultBindings[action]));
  for (const action of missing) if (!clashing.includes(action)) bindings[action] = defaultBindings[action];
  const free = spareKeys.filter((key) => !Object.values(bindings).includes(key));
  for (const [i, action] of clashing.entries()) bindings[action] = free[i]!;
  return bindings as Bindings;
}

/** Robot (0 or 1) and `Key` of an action; undefined for actions for both. */
export function robotKeyOf(action: Action): { robot: number; key: Key } | undefined {
  const [robot, name] = action.split('.');
  return name === undefined ? undefined : { robot: Number(robot) - 1, key: Key[name as keyof typeof Key] };
}

/** The label of a key. */
export function keyLabel(code: string): string {
  return labels[code] ?? code.replace(/^(Key|Digit)/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
}

const labels: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Space: 'space',
};
