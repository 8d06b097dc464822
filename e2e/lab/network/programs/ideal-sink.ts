import { type FlowOptions, videosOf } from './flow.ts';
import { type Perishable, WaitingLine } from './outlets/waiting-line.ts';
import { type SinkReport, Tally } from './sink.ts';
import {
  controlPriority,
  controlRate,
  layers,
  messageOf,
  pictureRate,
  priorityOf,
  usualRate,
} from './video/video.ts';

/** Bytes that go at once; after them something more important can. */
const packet = 1448;

/** A part of a message. */
interface Piece extends Perishable {
  readonly size: number;
  /** The message that has come with this piece, its last one. */
  readonly ends?: { readonly bytes: Uint8Array; readonly firstVideo: number };
}

/**
 * What would come of the flows by a link that knows all their messages: the most important one goes first, at the link's rate and without a header, each
 * comes after the delay, and whose time is over goes no more. The most that any transport could do for them together; what SST was in the thesis.
 */
export function idealSink(options: FlowOptions): SinkReport {
  const { link, seconds } = options;
  if (link === undefined)
    throw new TypeError('idealSink: the option link must be given, for the transport ideal');
  const tally = new Tally(options);
  tally.begin(0);
  const line = new WaitingLine<Piece>();
  let free = 0; // when all that was sent has left
  const sendUntil = (time: number): void => {
    while (free < time) {
      const piece = line.take(free);
      if (piece === undefined) free = time;
      else {
        free += (8000 * piece.size) / link.rate;
        if (piece.ends !== undefined) tally.take(piece.ends.bytes, piece.ends.firstVideo, free + link.delay);
      }
    }
  };
  for (let tick = 0; tick < seconds * controlRate; tick++) {
    const now = (1000 * tick) / controlRate;
    sendUntil(now);
    for (const piece of piecesOf(options, tick, now)) line.push(piece, now);
  }
  sendUntil(1000 * seconds);
  return { ...tally.report(), cpu: 0 };
}

const ticksPerPicture = controlRate / pictureRate;

/** What all flows send at a time. */
function* piecesOf(options: FlowOptions, tick: number, sentAt: number): Generator<Piece> {
  const { flows, link, streams, threshold } = options;
  const expiresIn = threshold - link!.delay; // what leaves later comes too late
  for (let flow = 0; flow < flows; flow++) {
    const firstVideo = flow * videosOf(options);
    for (let video = 0; video < videosOf(options); video++) {
      const hasControl = streams !== undefined || video === 0;
      const control = { sentAt, video, layer: undefined, picture: tick };
      if (hasControl) yield* cut(messageOf(control), firstVideo, { priority: controlPriority });
      if (tick % ticksPerPicture > 0) continue;
      const picture = tick / ticksPerPicture;
      const rate = streams?.[video]!.rate ?? usualRate;
      for (let layer = 0; layer < layers; layer++) {
        const bytes = messageOf({ sentAt, video, layer, picture }, rate);
        yield* cut(bytes, firstVideo, { priority: priorityOf(layer, picture), expiresIn });
      }
    }
  }
}

function* cut(bytes: Uint8Array, firstVideo: number, terms: Perishable): Generator<Piece> {
  for (let at = 0; at < bytes.length; at += packet) {
    const size = Math.min(packet, bytes.length - at);
    const isLast = at + size === bytes.length;
    yield { ...terms, size, ...(isLast && { ends: { bytes, firstVideo } }) };
  }
}
