import { Code, type EnvelopeRecord } from '../transport/envelope.ts';
import type { Outbox } from '../transport/outbox.ts';
import { deliver, telegram } from '../transport/telegraph.ts';
import { isPlainThrown, packThrown, plainThrown, type Thrown } from '../transport/thrown.ts';

/**
 * Tells the pool of a record that could not be copied. A result is then a failure of its job. Arguments are a failure of the task that was submitted,
 * of which the receivers of telegrams in this thread are told. An error that cannot be sent as it is, for lack of memory, is sent as a text.
 */
export function tellRefused(
  { values, words: [code, id] }: EnvelopeRecord,
  error: unknown,
  outbox: Outbox,
  receivers: readonly object[],
): void {
  if (code === Code.done) tellFailure(outbox, id!, packThrown(error));
  else if (code === Code.telegram) tellRefusedTelegram(values, error, outbox, receivers);
  else tellPlain(values[0], error, (plain) => tellFailure(outbox, id!, plain));
  outbox.flush();
}

/** Writes that a job has failed. */
export function tellFailure({ values, words }: Outbox, id: number, thrown: Thrown): void {
  words.add(Code.failed).add(id);
  values.push(thrown);
}

function tellRefusedTelegram(
  [name, ...args]: readonly unknown[],
  error: unknown,
  outbox: Outbox,
  receivers: readonly object[],
): void {
  if (name === 'submit') deliver(receivers, 'notSubmitted', [args[0], error]);
  else if (name === 'report' || name === 'failed') {
    const thrown = args.pop();
    tellPlain(thrown, error, (plain) => telegram(outbox, name, [...args, plain]));
  } else if (name === 'peer') deliver(receivers, 'notSent', [args, error]);
  else telegram(outbox, 'report', [packThrown(error)]);
}

function tellPlain(refused: unknown, error: unknown, tell: (plain: Thrown) => void): void {
  if (!isPlainThrown(refused as Thrown)) tell(plainThrown(refused as Thrown, error));
}
