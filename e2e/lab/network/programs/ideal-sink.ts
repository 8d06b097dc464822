import { type FlowOptions, videosOf } from './flow.ts';
import { type ExpiringItem, SortedQueue } from './outlets/sorted-queue.ts';
import { type SinkReport, SinkCounters } from './sink.ts';
import {
  controlPriority,
  controlRate,
  layers,
  messageOf,
  frameRate,
  priorityOf,
  defaultRate,
} from './video/video.ts';

/** Bytes of a packet, whose transmission is not interrupted by a message of higher priority. */
const packet = 1448;

/** A part of a message. */
interface Piece extends ExpiringItem {
  readonly size: number;
  /** The message that this piece completes, if it is the last one. */
  readonly completes?: { readonly bytes: Uint8Array; readonly firstVideo: number };
}

/**
 * Computes the report of an ideal link, which schedules the messages of all flows by strict priority. It sends
 * them without headers at the rate of the link, adds the delay, and drops expired messages. No transport can
 * be better. The reference of the thesis was SST, a transport with prioritized streams. Throws a TypeError without `link`.
 */
export function idealSink(options: FlowOptions): SinkReport {
  const { link, seconds } = options;
  if (link === undefined)
    throw new TypeError('idealSink: the option link must be given, for the transport ideal');
  const counters = new SinkCounters(options);
  counters.begin(0);
  const queue = new SortedQueue<Piece>();
  let freeAt = 0; // when all sent pieces have left
  const sendUntil = (time: number): void => {
    while (freeAt < time) {
      const piece = queue.pop(freeAt);
      if (piece === undefined) freeAt = time;
      else {
        freeAt += (8000 * piece.size) / link.rate;
        if (piece.completes !== undefined)
          counters.count(piece.completes.bytes, piece.completes.firstVideo, freeAt + link.delay);
      }
    }
  };
  for (let tick = 0; tick < seconds * controlRate; tick++) {
    const now = (1000 * tick) / controlRate;
    sendUntil(now);
    for (const piece of piecesOf(options, tick, now)) queue.push(piece, now);
  }
  sendUntil(1000 * seconds);
  return { ...counters.report(), cpu: 0 };
}

const ticksPerFrame = controlRate / frameRate;

/** Yields the pieces of the messages that all flows send at a tick. */
function* piecesOf(options: FlowOptions, tick: number, sentAt: number): Generator<Piece> {
  const { flows, link, streams, threshold } = options;
  const expiresIn = threshold - link!.delay; // pieces that leave later arrive too late
  for (let flow = 0; flow < flows; flow++) {
    const firstVideo = flow * videosOf(options);
    for (let video = 0; video < videosOf(options); video++) {
      const hasControl = streams !== undefined || video === 0;
      const control = { sentAt, video, layer: undefined, frame: tick };
      if (hasControl) yield* cut(messageOf(control), firstVideo, { priority: controlPriority });
      if (tick % ticksPerFrame > 0) continue;
      const frame = tick / ticksPerFrame;
      const rate = streams?.[video]!.rate ?? defaultRate;
      for (let layer = 0; layer < layers; layer++) {
        const bytes = messageOf({ sentAt, video, layer, frame }, rate);
        yield* cut(bytes, firstVideo, { priority: priorityOf(layer, frame), expiresIn });
      }
    }
  }
}

function* cut(bytes: Uint8Array, firstVideo: number, terms: ExpiringItem): Generator<Piece> {
  for (let at = 0; at < bytes.length; at += packet) {
    const size = Math.min(packet, bytes.length - at);
    const isLast = at + size === bytes.length;
    yield { ...terms, size, ...(isLast && { completes: { bytes, firstVideo } }) };
  }
}
