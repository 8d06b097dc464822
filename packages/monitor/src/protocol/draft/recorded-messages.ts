import { checkKind, checkObject } from '@doha/loop/options';
import type { Recorder } from '../../recording/recorder.ts';
import { type RecordingData, dataOf } from '../../recording/recording-data.ts';

/** A message without its data. */
export interface TraceMessage {
  /** The role that has sent the message. */
  readonly from: string;
  readonly name: string;
}

/** The method of a `Recorder` by which messages are recorded. */
export type MessageSignals = Pick<Recorder, 'signal'>;

/**
 * Records a message as a signal with the value 1. The name of the signal is a JSON array: `["chat","client","hello"]` for the message `hello` of the client
 * in the protocol `chat`. Throws a TypeError if an argument has the wrong type.
 */
export function recordMessage(recorder: MessageSignals, protocol: string, message: TraceMessage): void {
  checkMessageSignals('recordMessage: recorder', recorder);
  checkKind('recordMessage: protocol', typeof protocol === 'string', 'a string', protocol);
  checkMessage('recordMessage: message', message);
  recorder.signal(JSON.stringify([protocol, message.from, message.name]), 1);
}

/**
 * Returns the messages of a protocol in a recording: for each thread that has recorded any, a trace in the order of the records. If the recording has lost its
 * first events, the traces have lost their first messages. Throws a TypeError if an argument has the wrong type.
 */
export function recordedTraces(
  recording: RecordingData,
  protocol: string,
): readonly (readonly TraceMessage[])[] {
  const { events } = dataOf('recordedTraces: recording', recording);
  checkKind('recordedTraces: protocol', typeof protocol === 'string', 'a string', protocol);
  const prefix = `[${JSON.stringify(protocol)},`;
  const traces = new Map<string, TraceMessage[]>(); // by thread
  for (const event of events) {
    if (event.kind !== 'signal' || !event.name.startsWith(prefix)) continue;
    const message = messageIn(event.name);
    if (message === undefined) continue;
    const trace = traces.get(event.thread) ?? [];
    traces.set(event.thread, trace);
    trace.push(message);
  }
  return [...traces.values()];
}

/** Throws a TypeError that names `what` unless `recorder` has a method `signal`. */
export function checkMessageSignals(what: string, recorder: MessageSignals): void {
  checkObject(what, recorder);
  checkKind(what, typeof recorder.signal === 'function', 'an object with a method signal', recorder);
}

/** Throws a TypeError that names `what` unless `message` has a sender and a name. */
export function checkMessage(what: string, message: TraceMessage): void {
  checkObject(what, message);
  const { from, name } = message;
  checkKind(`${what}: from`, typeof from === 'string', 'a string', from);
  checkKind(`${what}: name`, typeof name === 'string', 'a string', name);
}

// An application may have recorded any name.
function messageIn(signal: string): TraceMessage | undefined {
  try {
    const parts: unknown = JSON.parse(signal);
    if (!Array.isArray(parts) || parts.length !== 3) return undefined;
    const [, from, name] = parts as readonly unknown[];
    return typeof from === 'string' && typeof name === 'string' ? { from, name } : undefined;
  } catch {
    return undefined;
  }
}
