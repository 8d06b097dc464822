import type { Comparison } from './comparison.ts';
import type { Shown } from './messages.ts';

const names: Readonly<Record<Shown, string>> = { monolithic: 'the usual loop', adaptive: 'DOHA’s loop' };

export interface Circumstances {
  readonly cores: number;
  /** Duration in s for which each loop runs alone while it is recorded. */
  readonly seconds: number;
  /** The keys that steer, as text. */
  readonly keys: string;
  /** Whether the visitor has pressed a key that had no effect. */
  readonly isRefused: boolean;
}

type State = Pick<Comparison, 'mode' | 'recording' | 'isSteered' | 'isStopped'>;

/** One or two sentences about what the page shows. */
export function describeState(state: State, { cores, isRefused, keys, seconds }: Circumstances): string {
  const { isSteered, isStopped, mode, recording } = state;
  if (mode === 'recorded') {
    if (isRefused && recording !== undefined) return 'Keys have no effect while a loop is recorded.';
    if (isRefused) return 'A recording cannot be steered. Run one of the loops alone, live.';
    const reason = `Your browser reports ${cores} ${cores === 1 ? 'core' : 'cores'}, too few for two loops at once.`;
    return recording === undefined
      ? `${reason} So each loop ran alone, and both recordings play side by side.`
      : `${reason} So each loop runs alone for ${seconds} seconds and is recorded: now ${names[recording]}.`;
  }
  if (isStopped && isRefused) return 'The game is paused. Resume it to steer.';
  const live =
    mode === 'both'
      ? 'Both loops run live, each in its own thread.'
      : `${sentence(names[mode])} runs live and alone.`;
  return `${live} ${isSteered ? 'You steer the robots.' : `A fixed series of keys steers the robots until you do: ${keys}.`}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
