import { Key } from '../../tandem/world/robot/keys.ts';
import { type KeyRun, readRun } from './key-runs.ts';

// A plan is a list of instructions that finish a level, one per line. The autopilot finds the keys
// for them.
//
//   1 to 12,9      the first robot moves to that cell; cells are counted from 0,0, and `!` is the exit
//   both to 14,9
//   2 crouches     until `2 stands`
//   wait 30        steps
//   30 rj -        these keys for 30 steps, unconditionally, see `writeRuns`
//   // a comment

/** A line of a plan. */
export type PlanStep =
  | {
      readonly type: 'go';
      readonly robots: readonly number[];
      readonly to: readonly [number, number] | 'exit';
    }
  /** The keys that a robot holds from now on whenever it does not move. */
  | { readonly type: 'hold'; readonly robot: number; readonly keys: number }
  | { readonly type: 'wait'; readonly steps: number }
  | { readonly type: 'press'; readonly run: KeyRun };

const whom: Readonly<Record<string, readonly number[]>> = { 1: [0], 2: [1], both: [0, 1] };

/** Reads a line of a plan; undefined for an empty line or a comment. Throws a SyntaxError for an invalid line. */
export function readPlanLine(line: string): PlanStep | undefined {
  const text = line.trim();
  if (text === '' || text.startsWith('//')) return undefined;
  const go = /^(1|2|both) to (?:(!)|(\d+),(\d+))$/.exec(text);
  if (go !== null) {
    const to = go[2] === undefined ? ([Number(go[3]), Number(go[4])] as const) : 'exit';
    return { type: 'go', robots: whom[go[1]!]!, to };
  }
  const hold = /^([12]) (crouches|stands)$/.exec(text);
  if (hold !== null) {
    return { type: 'hold', robot: Number(hold[1]) - 1, keys: hold[2] === 'crouches' ? Key.crouch : 0 };
  }
  const wait = /^wait (\d+)$/.exec(text);
  if (wait !== null) return { type: 'wait', steps: Number(wait[1]) };
  const run = readRun(text);
  if (run !== undefined) return { type: 'press', run };
  throw new SyntaxError(`a plan knows lines such as "1 to 12,9", got ${JSON.stringify(text)}`);
}
