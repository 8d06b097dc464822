import { heldBy, joinHeld } from '../../tandem/world/robot/keys.ts';

/** The keys of both robots for some steps. */
export interface KeyRun {
  /** The keys that both robots hold, joined by `joinHeld`. */
  readonly held: number;
  readonly steps: number;
}

/** The keys of both robots, step by step. */
export function heldInSteps(runs: readonly KeyRun[]): number[] {
  return runs.flatMap(({ held, steps }) => Array.from({ length: steps }, () => held));
}

/** Joins successive runs with the same keys. */
export function joinRuns(runs: readonly KeyRun[]): KeyRun[] {
  const joined: { held: number; steps: number }[] = [];
  for (const { held, steps } of runs) {
    const last = joined.at(-1);
    if (last?.held === held) last.steps += steps;
    else joined.push({ held, steps });
  }
  return joined;
}

const letters = 'lrjc';

/** Writes runs as text, one line each, such as `12 rj -`: for 12 steps the first robot runs right and jumps, and the second does nothing. */
export function writeRuns(runs: readonly KeyRun[]): string {
  return runs
    .map(({ held, steps }) => `${steps} ${write(heldBy(held, 0))} ${write(heldBy(held, 1))}\n`)
    .join('');
}

/** Reads the text of {@link writeRuns}, and skips empty lines. Throws a SyntaxError with the number of an invalid line, empty lines not counted. */
export function readRuns(text: string): KeyRun[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => {
      const run = readRun(line);
      if (run !== undefined) return run;
      throw new SyntaxError(`readRuns: line ${i + 1} must be like "12 rj -", got ${JSON.stringify(line)}`);
    });
}

/** Reads a line of `writeRuns`. Returns undefined for text of another form. */
export function readRun(line: string): KeyRun | undefined {
  const match = /^(\d+) ([lrjc]+|-) ([lrjc]+|-)$/.exec(line);
  if (match === null) return undefined;
  return { steps: Number(match[1]), held: joinHeld([read(match[2]!), read(match[3]!)]) };
}

function write(keys: number): string {
  return (
    Array.from(letters)
      .filter((_, bit) => (keys & (1 << bit)) !== 0)
      .join('') || '-'
  );
}

function read(text: string): number {
  return Array.from(text).reduce(
    (sum, letter) => (letter === '-' ? 0 : sum | (1 << letters.indexOf(letter))),
    0,
  );
}
