import { Code, type MessageRecord } from '../transport/message-format.ts';
import type { MessageWriter } from '../transport/message-writer.ts';
import { writeCall } from '../transport/remote-methods.ts';
import type { JobRunnerOptions } from './job-runner.ts';
import { isPlainThrown, packThrown, plainThrown, type Thrown } from '../transport/thrown.ts';

type RefusalHandlers = Pick<JobRunnerOptions, 'notSubmitted' | 'notSent'>;

/**
 * Handles a record that could not be copied. If the record is a result, its job fails. If it is a
 * call of `submit`, the nested task fails in this worker. An error that cannot be copied for lack
 * of memory is replaced by its text.
 */
export function reportRefused(
  { values, words: [code, id] }: MessageRecord,
  error: unknown,
  writer: MessageWriter,
  handlers: RefusalHandlers,
): void {
  if (code === Code.done) writeFailure(writer, id!, packThrown(error));
  else if (code === Code.call) reportRefusedCall(values, error, writer, handlers);
  else withPlainError(values[0], error, (plain) => writeFailure(writer, id!, plain));
  writer.flush();
}

/** Writes that a job has failed. */
export function writeFailure({ values, words }: MessageWriter, id: number, thrown: Thrown): void {
  words.add(Code.failed).add(id);
  values.push(thrown);
}

function reportRefusedCall(
  [name, ...args]: readonly unknown[],
  error: unknown,
  writer: MessageWriter,
  { notSent, notSubmitted }: RefusalHandlers,
): void {
  if (name === 'submit') notSubmitted?.(args[0] as number, error);
  else if (name === 'report' || name === 'failed') {
    const thrown = args.pop();
    withPlainError(thrown, error, (plain) => writeCall(writer, name, [...args, plain]));
  } else if (name === 'peer') notSent?.(args, error);
  else writeCall(writer, 'report', [packThrown(error)]);
}

function withPlainError(refused: unknown, error: unknown, send: (plain: Thrown) => void): void {
  if (!isPlainThrown(refused as Thrown)) send(plainThrown(refused as Thrown, error));
}
