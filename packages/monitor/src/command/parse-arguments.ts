import { parseArgs } from 'node:util';
import type { Selection } from '../query/select-events.ts';
import { CommandError } from './command-error.ts';

/** A call of the command. */
export type Call =
  | { readonly action: 'help' }
  | { readonly action: 'trace'; readonly file: string }
  | QueryCall;

/** A call with a query. */
export interface QueryCall {
  readonly action: 'query';
  readonly file: string;
  readonly query: string;
  /** The arguments after the name of the query. */
  readonly rest: readonly string[];
  readonly selection: Selection;
  readonly isJson: boolean;
  /** Whether a query for causes includes the other threads. */
  readonly allThreads: boolean;
}

const options = {
  all: { type: 'boolean' },
  from: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  thread: { type: 'string' },
  to: { type: 'string' },
} as const;

/** Throws a {@link CommandError} if the arguments are wrong. */
export function parseArguments(args: readonly string[]): Call {
  const { positionals, values } = parsed(args);
  const [action, file, query, ...rest] = positionals;
  if (values.help === true || action === undefined || action === 'help') return { action: 'help' };
  if (action !== 'query' && action !== 'trace')
    throw new CommandError(`there is no command ${action}; the commands are query and trace`);
  if (file === undefined) throw new CommandError(`${action}: give the name of a file`);
  if (action === 'trace') {
    if (positionals.length > 2)
      throw new CommandError(`trace: one file is expected, got ${positionals.length - 1}`);
    return { action, file };
  }
  if (query === undefined)
    throw new CommandError('query: give the name of a query after the file; see --help');
  const selection = {
    from: values.from === undefined ? undefined : numberOf('--from', values.from),
    thread: values.thread,
    to: values.to === undefined ? undefined : numberOf('--to', values.to),
  };
  const [isJson, allThreads] = [values.json === true, values.all === true];
  return { action, file, query, rest, selection, isJson, allThreads };
}

interface Parsed {
  readonly positionals: readonly string[];
  readonly values: {
    readonly [name in keyof typeof options]?: (typeof options)[name]['type'] extends 'string'
      ? string
      : boolean;
  };
}

function parsed(args: readonly string[]): Parsed {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError((error as Error).message.split('\n')[0], { cause: error });
  }
}

/** Returns the number of an argument. Throws a {@link CommandError} if it is not a finite number. */
export function numberOf(what: string, text: string): number {
  const number = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(number))
    throw new CommandError(`${what} must be a number, got ${JSON.stringify(text)}`);
  return number;
}
