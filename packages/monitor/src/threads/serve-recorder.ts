import { checkKind } from '@doha/loop/options';
import { recordSize } from '../recording/record-ring.ts';
import { Recorder } from '../recording/recorder.ts';
import { unref } from '../callbacks/unref.ts';
import {
  asRequest,
  canShareMemory,
  type Channel,
  checkChannel,
  type RecordAnswer,
  type RecordRequest,
} from './channel.ts';

const empty = new Float64Array();

/**
 * Gives the records of a recorder to the collectors at the other end of a channel, such as a port that a page has opened to this worker. A collector asks,
 * and this function answers: without a collector, nothing is sent. Returns a function that stops it. Throws a TypeError if an argument is of the wrong type.
 *
 * It sets `onmessage` of the channel, which therefore needs to be used for nothing else.
 */
export function serveRecorder(recorder: Recorder, channel: Channel): () => void {
  checkKind('serveRecorder: recorder', recorder instanceof Recorder, 'a Recorder', recorder);
  checkChannel('serveRecorder: channel', channel);
  let canShare = canShareMemory(channel);
  channel.onmessage = ({ data }) => {
    const request = asRequest(data);
    if (request === undefined) return;
    const received = recorder.parts.clock.now();
    try {
      channel.postMessage(answerTo(request, recorder, received, canShare && request.sharesMemory));
    } catch (error) {
      // A channel to a server cannot share memory.
      if (!canShare) throw error;
      canShare = false;
      channel.postMessage(answerTo(request, recorder, received, false));
    }
  };
  unref(channel);
  return () => {
    channel.onmessage = null;
  };
}

function answerTo(
  { collector, known, request }: RecordRequest,
  { id, parts, thread }: Recorder,
  received: number,
  sharesMemory: boolean,
): RecordAnswer {
  const { capacity, clock, names, origin, ring } = parts;
  const { names: knownNames, position } = known[id] ?? { names: 0, position: undefined };
  const memory = sharesMemory ? ring.share() : undefined;
  const { lost, numbers } = memory === undefined ? ring.since(position ?? 0) : { lost: 0, numbers: empty };
  return {
    doha: 'monitor answer',
    collector,
    request,
    recorder: id,
    thread,
    capacity,
    origin,
    received,
    names: names.since(knownNames),
    memory,
    numbers,
    lost,
    position: ((position ?? 0) + lost + numbers.length / recordSize) | 0,
    sent: clock.now(),
  };
}
