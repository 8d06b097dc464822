import { readRecording, type RecordingFile } from '../file/read-recording.ts';
import { perfettoTrace } from '../trace/perfetto-trace.ts';
import { CommandError } from './command-error.ts';
import { type Call, parseArguments } from './parse-arguments.ts';
import { answerOf } from './queries.ts';
import { tableOf } from './table.ts';
import { usage } from './usage.ts';

/** The surroundings of the command. */
export interface CommandHost {
  /** Returns the bytes of a file. */
  read(file: string): AsyncIterable<Uint8Array>;
  /** Prints an answer. */
  write(output: string | Uint8Array): void;
  /** Prints a line for the user besides the answer. */
  warn(line: string): void;
}

/** Runs the command with its arguments, and returns the exit code: 0, or 2 after an error that was printed in one line. */
export async function runCommand(args: readonly string[], host: CommandHost): Promise<0 | 2> {
  try {
    host.write(await outputOf(parseArguments(args), host));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    host.warn(`monitor: ${error.message}`);
    return 2;
  }
}

async function outputOf(call: Call, host: CommandHost): Promise<string | Uint8Array> {
  if (call.action === 'help') return usage;
  const file = await fileOf(call.file, host);
  if (call.action === 'trace') return perfettoTrace(file.recording);
  const { parts, value } = answerOf(call, file);
  if (call.isJson) return `${JSON.stringify(value, null, 2)}\n`;
  return parts.map((part) => (typeof part === 'string' ? `${part}\n` : tableText(part))).join('');
}

function tableText(rows: Parameters<typeof tableOf>[0]): string {
  return rows.length === 0 ? 'none\n' : tableOf(rows);
}

async function fileOf(name: string, host: CommandHost): Promise<RecordingFile> {
  let file: RecordingFile;
  try {
    file = await readRecording(host.read(name));
  } catch (error) {
    const message = (error as Error).message.replace(/^readRecording: /, '');
    throw new CommandError(`${name} cannot be read: ${message}`, { cause: error });
  }
  const { isComplete, recording, skipped } = file;
  if (!isComplete) host.warn(`monitor: ${name} was cut off; its last part is missing`);
  if (recording.lost > 0)
    host.warn(`monitor: ${recording.lost} records were lost before they could be written`);
  if (skipped > 0)
    host.warn(`monitor: ${skipped} parts of the file are unknown to this version, and skipped`);
  return file;
}
