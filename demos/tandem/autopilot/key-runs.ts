/** What both robots are told for some steps. */
export interface KeyRun {
  /** The sum of the first robot's held keys and 16 × those of the second. */
  readonly held: number;
  readonly steps: number;
}

/** Joins runs of the same keys. */
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

/** Runs as text: a line for each, such as `12 rj -`: for 12 steps the first robot runs right and jumps, the second does nothing. */
export function writeRuns(runs: readonly KeyRun[]): string {
  return runs.map(({ held, steps }) => `${steps} ${write(held & 15)} ${write(held >> 4)}\n`).join('');
}

/** Throws a SyntaxError that names the line which is no run. */
export function readRuns(text: string): KeyRun[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => {
      const match = /^(\d+) ([lrjc]+|-) ([lrjc]+|-)$/.exec(line);
      if (match === null)
        throw new SyntaxError(`readRuns: line ${i + 1} must be like "12 rj -", got ${JSON.stringify(line)}`);
      return { steps: Number(match[1]), held: read(match[2]!) + 16 * read(match[3]!) };
    });
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
