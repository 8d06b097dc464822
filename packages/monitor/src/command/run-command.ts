import { readRecording, type RecordingFile } from '../file/read-recording.ts';
import { perfettoTrace } from '../trace/perfetto-trace.ts';
import { CommandError } from './command-error.ts';
import { type Call, parseArguments } from './parse-arguments.ts';
import { printable, printableJson } from './printable.ts';
import { answerOf } from './queries.ts';
import { reasonOf } from './reason-of.ts';
import { tableOf } from './table.ts';
import { usage } from './usage.ts';

/** The surroundings of the command. */
export interface CommandHost {
  /** Returns the bytes of a file. */
  read(file: string): AsyncIterable<Uint8Array>;
  /** Prints an answer. Rejects with the error of the system if it cannot be printed. */
  write(output: string | Uint8Array): Promise<void>;
  /** Prints a line for the user besides the answer. */
  warn(line: string): void;
}

/** Runs the command with its arguments, and returns the exit code: 0, or 2 after an error that was printed in one line. */
export async function runCommand(args: readonly string[], platform: CommandHost): Promise<0 | 2> {
  const host: CommandHost = {
    read: (file) => platform.read(file),
    write: async (output) => platform.write(output),
    warn: (line) => platform.warn(printable(line)),
  };
  try {
    await print(await outputOf(parseArguments(args), host), host);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    host.warn(`monitor: ${error.message}`);
    return 2;
  }
}

async function print(output: string | Uint8Array, host: CommandHost): Promise<void> {
  try {
    await host.write(output);
  } catch (error) {
    throw systemError('the output cannot be written', error);
  }
}

/** Returns a {@link CommandError} for an error of the system, and other errors as they are. */
function systemError(what: string, error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : new CommandError(`${what}: ${reason}`, { cause: error });
}

async function outputOf(call: Call, host: CommandHost): Promise<string | Uint8Array> {
  if (call.action === 'help') return usage;
  const file = await fileOf(call.file, host);
  if (call.action === 'trace') return perfettoTrace(file.recording);
  const { parts, value } = answerOf(call, file);
  if (call.isJson) return `${printableJson(value)}\n`;
  return parts.map((part) => (typeof part === 'string' ? `${printable(part)}\n` : tableText(part))).join('');
}

function tableText(rows: Parameters<typeof tableOf>[0]): string {
  return rows.length === 0 ? 'none\n' : tableOf(rows);
}

async function fileOf(name: string, host: CommandHost): Promise<RecordingFile> {
  let file: RecordingFile;
  try {
    file = await readRecording(host.read(name));
  } catch (error) {
    throw readError(name, error);
  }
  const { entries, isComplete, recording, skipped } = file;
  if (!isComplete) host.warn(`monitor: ${name} was cut off; its last part is missing`);
  if (recording.lost > 0)
    host.warn(`monitor: ${recording.lost} earlier records are not in the file, because memory was full`);
  if (skipped > 0)
    host.warn(`monitor: ${skipped} parts of the file are unknown to this version or invalid, and skipped`);
  if (recording.events.length === 0 && entries.length > 0) {
    const kinds = [...new Set(entries.map(({ kind }) => kind))].join(', ');
    host.warn(`monitor: ${name} has no events; it has entries of the kinds ${kinds}`);
  }
  return file;
}

function readError(name: string, error: unknown): unknown {
  const what = `${name} cannot be read`;
  if (!(error instanceof SyntaxError)) return systemError(what, error);
  return new CommandError(`${what}: ${error.message.replace(/^readRecording: /, '')}`, { cause: error });
}
