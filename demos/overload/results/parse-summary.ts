import type { Calibration, Environment, Plan } from './report.ts';
import type { Parts } from './score.ts';
import type { Entry, Overall, Spread, Summary } from './summary.ts';

type Fields = Readonly<Record<string, unknown>>;

const longestText = 500;
const longestList = 100;

/**
 * Checks a summary that comes from a link, so that the page can show it like its own one.
 *
 * @throws TypeError if a field is missing or has another type.
 */
export function parseSummary(value: unknown): Summary {
  const given = fields('summary', value);
  return {
    date: text(given, 'date'),
    environment: environmentOf(fields('environment', given['environment'])),
    plan: planOf(fields('plan', given['plan'])),
    missing: Object.fromEntries(
      Object.entries(fields('missing', given['missing'])).map(([id, reason]) => [id, asText(id, reason)]),
    ),
    calibrations: list(given, 'calibrations').map(calibrationOf),
    noise: number(given, 'noise'),
    overall: list(given, 'overall').map(overallOf),
    entries: list(given, 'entries').map(entryOf),
  };
}

function environmentOf(given: Fields): Environment {
  return {
    browser: text(given, 'browser'),
    cores: number(given, 'cores'),
    gpu: text(given, 'gpu'),
    displayRate: number(given, 'displayRate'),
    isolated: given['isolated'] === true,
    canvas: text(given, 'canvas'),
  };
}

function planOf(given: Fields): Plan {
  return {
    seconds: number(given, 'seconds'),
    rounds: number(given, 'rounds'),
    input: given['input'] === 'visitor' ? 'visitor' : 'page',
    scenes: list(given, 'scenes').map((id) => asText('scenes', id)),
    contestants: list(given, 'contestants').map((id) => asText('contestants', id)),
  };
}

function calibrationOf(value: unknown): Calibration {
  const given = fields('calibrations', value);
  return {
    scene: text(given, 'scene'),
    entities: number(given, 'entities'),
    effort: number(given, 'effort'),
    frame: number(given, 'frame'),
    update: number(given, 'update'),
    load: number(given, 'load'),
  };
}

function overallOf(value: unknown): Overall {
  const given = fields('overall', value);
  return { contestant: text(given, 'contestant'), score: optional(given, 'score', spreadOf) };
}

function entryOf(value: unknown): Entry {
  const given = fields('entries', value);
  return {
    scene: text(given, 'scene'),
    contestant: text(given, 'contestant'),
    score: optional(given, 'score', spreadOf),
    losses: optional(given, 'losses', partsOf),
    fps: number(given, 'fps'),
    latency: optional(given, 'latency', asNumber),
    lived: number(given, 'lived'),
    livedUnweighted: number(given, 'livedUnweighted'),
    updateRate: number(given, 'updateRate'),
    longestGap: number(given, 'longestGap'),
    inp: optional(given, 'inp', asNumber),
  };
}

function spreadOf(name: string, value: unknown): Spread {
  const given = fields(name, value);
  return { median: number(given, 'median'), low: number(given, 'low'), high: number(given, 'high') };
}

function partsOf(name: string, value: unknown): Parts {
  const given = fields(name, value);
  return { frames: number(given, 'frames'), input: number(given, 'input'), life: number(given, 'life') };
}

function fields(name: string, value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrong(name, 'an object', value);
}

function list(given: Fields, name: string): readonly unknown[] {
  const value = given[name];
  if (Array.isArray(value) && value.length <= longestList) return value as readonly unknown[];
  throw wrong(name, `a list of at most ${longestList} items`, value);
}

function text(given: Fields, name: string): string {
  return asText(name, given[name]);
}

function asText(name: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= longestText) return value;
  throw wrong(name, `a text of at most ${longestText} characters`, value);
}

function number(given: Fields, name: string): number {
  return asNumber(name, given[name]);
}

function asNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrong(name, 'a finite number', value);
}

function optional<T>(given: Fields, name: string, read: (name: string, value: unknown) => T): T | undefined {
  return given[name] === undefined ? undefined : read(name, given[name]);
}

function wrong(name: string, required: string, value: unknown): TypeError {
  return new TypeError(`Read results: ${name} must be ${required}, got ${typeof value}`);
}
