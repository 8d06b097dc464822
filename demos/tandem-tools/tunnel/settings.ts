import { type VersionName, versionNames } from '../../tandem/versions/names.ts';

/** What a full-rate update of everything costs, in parts of the time that players and drawing leave. */
export const loads = { easy: 0.25, medium: 0.9, hard: 3 } as const;
export type LoadName = keyof typeof loads;

/** What the page's address asks for. */
export interface Settings {
  readonly scenario: 'tunnel';
  readonly version: VersionName;
  /** Threads of the concurrent version. */
  readonly workers: number | 'auto';
  /** Whether those share the map out by load and importance, or equally. */
  readonly regions: 'balanced' | 'equal';
  readonly load: LoadName;
  /** Enemies; undefined: as many as `load` means on this machine. */
  readonly enemies: number | undefined;
  readonly seed: number;
  readonly draw: 'canvas' | 'none';
  /** Milliseconds from a picture of the display to the start of the game. */
  readonly phase: number;
  /** Seconds until the game stops and leaves its report; undefined: it goes on. */
  readonly seconds: number | undefined;
  /** Seconds at either end of the run that do not count. */
  readonly warmup: number;
  /** Only find out how many enemies the loads mean on this machine. */
  readonly calibrate: boolean;
}

/** Reads the query of an address. Throws a RangeError that names the part which is not understood. */
export function readSettings(query: string): Settings {
  const given = new URLSearchParams(query);
  const number = (name: string, least: number): number | undefined => {
    const text = given.get(name);
    if (text === null) return undefined;
    const value = Number(text);
    if (text !== '' && value >= least && value < Infinity) return value;
    throw new RangeError(`?${name}= must be a number ≥ ${least}, got ${JSON.stringify(text)}`);
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
    warmup: readWarmup(number('warmup', 0), seconds),
    calibrate: (number('calibrate', 0) ?? 0) > 0,
  };
}

/** By default ten seconds at either end of a run of eighty, and as large a part of shorter ones. */
function readWarmup(given: number | undefined, seconds: number | undefined): number {
  const run = seconds ?? Infinity;
  const warmup = given ?? Math.min(10, run / 8);
  if (2 * warmup < run) return warmup;
  throw new RangeError(`?warmup= must leave something of the ${run} s between its two ends, got ${warmup}`);
}
