import { ItemKind, kindName, Mark } from './log-format.ts';

/** The first difference between a replay and the recorded session. */
export interface Divergence {
  /** Number of the entry, counted from 1; 0 before the first entry. */
  readonly entry: number;
  /** The last recorded reading of a clock before the difference, in ms. */
  readonly time: number;
  /** Position in the log, in bytes. */
  readonly offset: number;
  /** The recorded event or value. */
  readonly recorded: string;
  /** The event or value of the replay. */
  readonly replayed: string;
}

/** Describes an item for a {@link Divergence}. */
export function describeItem(kind: ItemKind | undefined, argument: number, names: readonly string[]): string {
  const nameOf = (number: number): string => JSON.stringify(names[number] ?? `name ${number}`);
  switch (kind) {
    case undefined:
      return 'a reading of the clock';
    case ItemKind.exact:
      return 'a reading of the clock';
    case ItemKind.ran:
      return `the task ${nameOf(argument)}`;
    case ItemKind.fired:
      return `the timer ${nameOf(argument)}`;
    case ItemKind.dropped:
      return `the drop of the task ${nameOf(argument >> 1)}, which was ${argument % 2 === 1 ? 'expired' : 'cancelled'}`;
    case ItemKind.called:
      return `the call ${nameOf(argument)}`;
    case ItemKind.input:
      return `the input ${nameOf(Math.floor(argument / 2))}`;
    case ItemKind.turn:
      return `a turn of the host ${Math.floor(argument / 2)}`;
    case ItemKind.frame:
      return `a display frame for the request ${Math.floor(argument / 2)}`;
    case ItemKind.host:
      return `a host with the methods ${argument.toString(2)}`;
    case ItemKind.mark:
      return describeMark(argument);
    case ItemKind.end:
      return 'the end of the entry';
    case ItemKind.visibility:
    case ItemKind.results:
    case ItemKind.name:
    case ItemKind.state:
    case ItemKind.watched:
      return `an item of the kind ${kindName(kind)} with ${argument}`;
    default:
      return kind satisfies never;
  }
}

function describeMark(mark: number): string {
  if (mark === Mark.interrupted) return 'an interruption';
  return mark === Mark.threw ? 'an error of the handler' : 'the end of the recording';
}
