import { type VersionName, versionNames } from '../../tandem/versions/names.ts';

/** The cost of full-rate updates of all enemies, relative to the time that players and drawing leave. */
export const loads = { easy: 0.25, medium: 0.9, hard: 3 } as const;
export type LoadName = keyof typeof loads;

/** The settings in the address of the page. */
export interface Settings {
  readonly scenario: 'tunnel';
  readonly version: VersionName;
  /** Number of threads of the concurrent version. */
  readonly workers: number | 'auto';
  /** Whether the regions of these threads are balanced by load and importance, or equal. */
  readonly regions: 'balanced' | 'equal';
  readonly load: LoadName;
  /** Number of enemies; undefined: the calibrated number for `load` on this machine. */
  readonly enemies: number | undefined;
  readonly seed: number;
  readonly draw: 'canvas' | 'none';
  /** Milliseconds from a frame of the display to the start of the game. */
  readonly phase: number;
  /** Seconds until the game stops and reports; undefined for a game without end. */
  readonly seconds: number | undefined;
  /** Seconds at the start and at the end of the run that do not count. */
  readonly margin: number;
  /** Only measure the numbers of enemies of all loads. */
  readonly calibrate: boolean;
}

/** Reads the query of an address. Throws a RangeError that names an invalid part. */
export function readSettings(query: string): Settings {
  const given = new URLSearchParams(query);
  const number = (name: string, min: number): number | undefined => {
    const text = given.get(name);
    if (text === null) return undefined;
    const value = Number(text);
    if (text !== '' && value >= min && value < Infinity) return value;
    throw new RangeError(`?${name}= must be a number ≥ ${min}, got ${JSON.stringify(text)}`);
  };
  const choice = <Name extends string>(name: string, names: readonly Name[], otherwise: Name): Name => {
    const text = given.get(name) ?? otherwise;
    const found = names.find((candidate) => candidate === text);
    if (found !== undefined) return found;
    throw new RangeError(`?${name}= must be one of ${names.join(', ')}, got ${JSON.stringify(text)}`);
  };
  const seconds = number('seconds', 0.1);
  const enemies = number('n', 1);
  return {
    scenario: choice('scenario', ['tunnel'], 'tunnel'),
    version: choice('version', versionNames, 'adaptive'),
    workers: given.get('workers') === 'auto' ? 'auto' : Math.round(number('workers', 1) ?? NaN) || 'auto',
    regions: choice('regions', ['balanced', 'equal'], 'balanced'),
    load: choice('load', Object.keys(loads) as LoadName[], 'medium'),
    enemies: enemies === undefined ? undefined : Math.round(enemies),
    seed: Math.round(number('seed', 0) ?? 1),
    draw: choice('draw', ['canvas', 'none'], 'canvas'),
    phase: number('phase', 0) ?? 0,
    seconds,
    margin: readMargin(number('margin', 0), seconds),
    calibrate: (number('calibrate', 0) ?? 0) > 0,
  };
}

/** Default: ten seconds at either end of a run of at least 80 s, and an eighth of a shorter run. */
function readMargin(given: number | undefined, seconds: number | undefined): number {
  const run = seconds ?? Infinity;
  const margin = given ?? Math.min(10, run / 8);
  if (2 * margin < run) return margin;
  throw new RangeError(`?margin= must be less than half of the ${run} s of the run, got ${margin}`);
}
