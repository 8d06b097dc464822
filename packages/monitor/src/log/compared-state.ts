import { ByteWriter } from '../bytes/byte-writer.ts';
import { writeValue } from './write-value.ts';

/** A hash of the state of a program, for comparisons and descriptions. */
export interface ComparedState {
  /** The same for equal hashes. */
  readonly key: string;
  readonly description: string;
}

export function comparedState(hash: unknown): ComparedState {
  const writer = new ByteWriter();
  writeValue(writer, 'Session.state: the hash', hash);
  return { key: String(writer.take()), description: `the state ${JSON.stringify(hash) ?? 'undefined'}` };
}

/** Returns the state that a replay has come to. An error of `hash` differs from all recorded states. */
export function replayedState(hash: () => unknown): ComparedState {
  try {
    return comparedState(hash());
  } catch (error) {
    const description = `the error ${String(error)} of the hash of the state`;
    return { key: description, description };
  }
}
