import { Key } from '../../tandem/world/robot/keys.ts';
import { type KeyRun, readRun } from './key-runs.ts';

// A plan says in lines how a level is finished:
//
//   1 to 12,9      the first robot goes to that cell, which is counted from 0,0; `!` is the exit
//   both to 14,9
//   2 crouches     until `2 stands`
//   wait 30        steps
//   30 rj -        for 30 steps these keys, whatever becomes of it, see `writeRuns`
//   // a remark

/** A line of a plan. */
export type PlanStep =
  | {
      readonly what: 'go';
      readonly robots: readonly number[];
      readonly to: readonly [number, number] | 'exit';
    }
  /** One that does not go is told this from now on. */
  | { readonly what: 'hold'; readonly robot: number; readonly keys: number }
  | { readonly what: 'wait'; readonly steps: number }
  | { readonly what: 'press'; readonly run: KeyRun };

const whom: Readonly<Record<string, readonly number[]>> = { 1: [0], 2: [1], both: [0, 1] };

/** Reads a line of a plan; undefined for one that says nothing. Throws a SyntaxError for one that makes no sense. */
export function readPlanLine(line: string): PlanStep | undefined {
  const text = line.trim();
  if (text === '' || text.startsWith('//')) return undefined;
  const go = /^(1|2|both) to (?:(!)|(\d+),(\d+))$/.exec(text);
  if (go !== null) {
    const to = go[2] === undefined ? ([Number(go[3]), Number(go[4])] as const) : 'exit';
    return { what: 'go', robots: whom[go[1]!]!, to };
  }
  const hold = /^([12]) (crouches|stands)$/.exec(text);
  if (hold !== null) {
    return { what: 'hold', robot: Number(hold[1]) - 1, keys: hold[2] === 'crouches' ? Key.crouch : 0 };
  }
  const wait = /^wait (\d+)$/.exec(text);
  if (wait !== null) return { what: 'wait', steps: Number(wait[1]) };
  const run = readRun(text);
  if (run !== undefined) return { what: 'press', run };
  throw new SyntaxError(`a plan knows lines such as "1 to 12,9", got ${JSON.stringify(text)}`);
}
