import { contestants } from '../contestants/contestants.ts';
import type { Plan } from '../results/report.ts';
import { scenes } from '../scenes/scenes.ts';

/**
 * The plan of a query such as `?seconds=2&rounds=5&input=visitor&scenes=field,filter&contestants=plain,doha`. Missing parts come from `defaults`.
 *
 * @throws RangeError that names the first invalid parameter.
 */
export function readPlan(query: string, defaults: Pick<Plan, 'seconds' | 'rounds' | 'input'>): Plan {
  const given = new URLSearchParams(query);
  const one = <T extends string>(name: string, allowed: readonly T[], value: string): T => {
    const found = allowed.find((each) => each === value);
    if (found !== undefined) return found;
    throw new RangeError(`?${name}= must be one of ${allowed.join(', ')}, got ${JSON.stringify(value)}`);
  };
  const some = (name: string, allowed: readonly string[]): readonly string[] => {
    const ids = given
      .get(name)
      ?.split(',')
      .map((id) => one(name, allowed, id));
    return ids === undefined ? allowed : allowed.filter((id) => ids.includes(id));
  };
  return {
    seconds: number(given, 'seconds', 0.05, 60) ?? defaults.seconds,
    rounds: Math.round(number(given, 'rounds', 1, 100) ?? defaults.rounds),
    input: one('input', ['page', 'visitor'], given.get('input') ?? defaults.input),
    scenes: some(
      'scenes',
      scenes.map(({ id }) => id),
    ),
    contestants: some(
      'contestants',
      contestants.map(({ id }) => id),
    ),
  };
}

function number(given: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = given.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (text !== '' && value >= min && value <= max) return value;
  throw new RangeError(`?${name}= must be a number from ${min} to ${max}, got ${JSON.stringify(text)}`);
}
