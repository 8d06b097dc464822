import { checkCallback, checkKind, checkOptions } from '@doha/loop/options';
import { callGuarded, logError } from '../callbacks/call-guarded.ts';
import { once } from '../callbacks/once.ts';
import { recordSize, type TakenRecords } from '../recording/record-ring.ts';
import { Recorder } from '../recording/recorder.ts';
import { SharedNames } from '../recording/shared-names.ts';
import { canShareMemory, type Channel, checkChannel, type NodeChannel } from './channel.ts';
import { listen } from './channel-listeners.ts';
import {
  isRequest,
  type KnownRecords,
  type RecordAnswer,
  type RecordRequest,
  type SharedMemory,
  wrongMemberOfRequest,
} from './messages.ts';
import { post } from './post.ts';

/** Options of {@link serveRecorder}. An option that is `undefined` counts as absent. */
export interface ServeOptions {
  /** Receives the first error of the channel, and an error for the first request that is not valid. Default: `console.error`. */
  onError?: ((error: unknown) => unknown) | undefined;
}

const nothing: TakenRecords = { numbers: new Float64Array(), lost: 0 };

/**
 * Gives the records of a recorder to the collectors at the other end of a channel, such as a port that a page has opened to this worker. A collector asks,
 * and this function answers: without a collector, nothing is sent. Returns a function that stops it. Throws a TypeError if an argument is of the wrong type.
 *
 * It sets `onmessage` of the channel, if there is one. A `Collector` may collect records through the same channel. The application must not use it otherwise.
 */
export function serveRecorder(
  recorder: Recorder,
  channel: Channel | NodeChannel,
  options: ServeOptions = {},
): () => void {
  checkKind('serveRecorder: recorder', recorder instanceof Recorder, 'a Recorder', recorder);
  checkChannel('serveRecorder: channel', channel);
  const { onError = logError } = checkedOptions(options);
  const report = (error: unknown): void => callGuarded(onError, error);
  const [failed, refused] = [once(report), once(report)];
  let canShare = canShareMemory(channel);
  const answer = (request: RecordRequest): void => {
    if (request.skipped.includes(recorder.id)) return;
    const received = recorder.parts.clock.now();
    const withoutMemory = (): RecordAnswer => answerTo(request, recorder, received, false);
    if (!canShare || !request.sharesMemory) return post(channel, withoutMemory(), failed);
    // A channel to a server cannot share memory.
    post(channel, answerTo(request, recorder, received, true), () => {
      canShare = false;
      post(channel, withoutMemory(), failed);
    });
  };
  const receive = (data: unknown): void => {
    if (!isRequest(data)) return;
    const wrong = wrongMemberOfRequest(data);
    if (wrong !== undefined)
      return refused(
        new TypeError(`serveRecorder: a request was refused, because its ${wrong} is not valid`),
      );
    try {
      answer(data);
    } catch (error) {
      failed(error); // of the recorder's clock
    }
  };
  return listen(channel, { message: receive });
}

function checkedOptions(options: ServeOptions): ServeOptions {
  checkOptions('serveRecorder', options, ['onError'] satisfies readonly (keyof ServeOptions)[]);
  if (options.onError !== undefined) checkCallback('serveRecorder: onError', options.onError);
  return options;
}

function answerTo(
  { asked, collector, known, request }: RecordRequest,
  recorder: Recorder,
  received: number,
  sharesMemory: boolean,
): RecordAnswer {
  const { id, parts, thread } = recorder;
  const { capacity, clock, names, origin } = parts;
  const { names: firstName, position = 0 } = known[id] ?? { names: 0, position: 0 };
  const memory = sharesMemory && known[id] === undefined ? sharedMemoryOf(recorder) : undefined;
  const { lost, numbers } = memory === undefined ? recordsSince(known[id], recorder) : nothing;
  return {
    doha: 'monitor answer',
    collector,
    request,
    asked,
    recorder: id,
    thread,
    capacity,
    origin,
    received,
    names: names.since(firstName),
    firstName,
    memory,
    numbers,
    lost,
    position: (position + lost + numbers.length / recordSize) | 0,
    sent: clock.now(),
  };
}

function sharedMemoryOf({ parts: { names, ring } }: Recorder): SharedMemory {
  return { records: ring.share(), names: names.share(() => new SharedNames()) };
}

/** Returns the records that a collector does not have, and none if it reads them in shared memory. */
function recordsSince(known: KnownRecords | undefined, { parts: { ring } }: Recorder): TakenRecords {
  if (known === undefined) return ring.since(0);
  return known.position === undefined ? nothing : ring.since(known.position);
}
