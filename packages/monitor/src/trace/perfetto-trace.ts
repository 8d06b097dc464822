import type { RecordedEvent } from '../recording/recorded-event.ts';
import type { Recording } from '../recording/recording.ts';
import { lanesOf } from './lanes.ts';
import { ProtobufWriter } from './protobuf-writer.ts';

// Numbers of fields in `trace_packet.proto`, `track_event.proto` and `track_descriptor.proto` of Perfetto.
const packetOfTrace = 1;
const inPacket = { timestamp: 8, sequence: 10, event: 11, interned: 12, flags: 13, track: 60 };
const inTrack = { uuid: 1, name: 2, process: 3, thread: 4, parent: 5, counter: 8 };
const inProcess = { pid: 1, name: 6 };
const inThread = { pid: 1, tid: 2, name: 5 };
const inEvent = { annotation: 4, type: 9, nameId: 10, track: 11, category: 22, value: 44 };
const inAnnotation = { double: 5, string: 6, name: 10 };
const inInterned = { name: 2 };
const inName = { id: 1, name: 2 };

const eventType = { begin: 1, end: 2, instant: 3, counter: 4 };
const sequence = 1;
/** The first packet of a sequence says that names have no numbers yet, and the others that names have numbers. */
const [stateCleared, needsState] = [1, 2];
const pid = 1;
const processTrack = 1;

/**
 * Returns a recording as a file for [Perfetto](https://ui.perfetto.dev), in its format of Protocol Buffers. Lanes, moments and signals of each thread
 * are tracks.
 */
export function perfettoTrace(recording: Recording): Uint8Array<ArrayBuffer> {
  const { events } = recording;
  const file = new TraceWriter(Math.min(0, events[0]?.start ?? 0));
  for (const lane of lanesOf(events)) {
    const track = file.threadTrack(lane.name);
    const open: RecordedEvent[] = [];
    const endUntil = (time: number): void => {
      while (open.length > 0 && open.at(-1)!.end <= time) file.end(track, open.pop()!.end);
    };
    for (const event of lane.events) {
      endUntil(event.start);
      file.begin(track, event);
      open.push(event);
    }
    endUntil(Infinity);
  }
  for (const event of events) {
    if (event.kind === 'drop') file.moment(file.threadTrack(event.thread), event.start, event);
    if (event.kind === 'signal')
      file.value(file.counterTrack(event.thread, event.name), event.start, event.value);
  }
  return file.bytes;
}

type Annotations = Readonly<Record<string, string | number>>;

function annotationsOf(event: RecordedEvent): Annotations {
  if (event.kind === 'task') return { priority: event.priority };
  if (event.kind === 'timer') return { 'lateness, ms': event.lateness };
  if (event.kind === 'window') return { updated: event.updated, cancelled: event.cancelled };
  return event.kind === 'drop' ? { reason: event.reason } : {};
}

/** Writes the packets of a trace. */
class TraceWriter {
  #file: ProtobufWriter = new ProtobufWriter();
  #packet: ProtobufWriter = new ProtobufWriter();
  #tracks: Map<string, number> = new Map();
  #names: Map<string, number> = new Map();
  #origin: number;

  /** `origin`: time in ms that becomes 0 in the file, which cannot contain negative times. */
  constructor(origin: number) {
    this.#origin = origin;
    const process = new ProtobufWriter().uint(inProcess.pid, pid).string(inProcess.name, 'DOHA').bytes;
    const track = new ProtobufWriter().uint(inTrack.uuid, processTrack).message(inTrack.process, process);
    this.#write(this.#begin(stateCleared).message(inPacket.track, track.bytes));
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#file.bytes.slice();
  }

  /** Returns the number of the track of a lane, and describes it at the first call. */
  threadTrack(name: string): number {
    return this.#trackOf(`thread ${name}`, (track, uuid) => {
      const thread = new ProtobufWriter();
      thread.uint(inThread.pid, pid).uint(inThread.tid, uuid).string(inThread.name, name);
      track.message(inTrack.thread, thread.bytes);
    });
  }

  /** Returns the number of the track of a signal, and describes it at the first call. */
  counterTrack(thread: string, name: string): number {
    return this.#trackOf(`counter ${thread} ${name}`, (track) =>
      track
        .uint(inTrack.parent, processTrack)
        .string(inTrack.name, `${thread}: ${name}`)
        .message(inTrack.counter, new Uint8Array()),
    );
  }

  /** An event begins. */
  begin(track: number, event: RecordedEvent): void {
    this.#event(track, event.start, eventType.begin, event);
  }

  /** The event that began last, of those of the track that have not ended, ends. */
  end(track: number, time: number): void {
    this.#event(track, time, eventType.end);
  }

  /** An event without a duration. */
  moment(track: number, time: number, event: RecordedEvent): void {
    this.#event(track, time, eventType.instant, event);
  }

  /** A signal has a value. */
  value(track: number, time: number, value: number): void {
    const event = new ProtobufWriter().uint(inEvent.type, eventType.counter).uint(inEvent.track, track);
    this.#write(this.#at(time).message(inPacket.event, event.double(inEvent.value, value).bytes));
  }

  #event(track: number, time: number, type: number, recorded?: RecordedEvent): void {
    const event = new ProtobufWriter().uint(inEvent.type, type).uint(inEvent.track, track);
    const packet = this.#at(time);
    if (recorded !== undefined) {
      event.uint(inEvent.nameId, this.#nameId(packet, recorded.name)).string(inEvent.category, recorded.kind);
      for (const [name, value] of Object.entries(annotationsOf(recorded)))
        event.message(inEvent.annotation, annotation(name, value));
    }
    this.#write(packet.message(inPacket.event, event.bytes));
  }

  // The first packet with a name tells its number.
  #nameId(packet: ProtobufWriter, name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const id = this.#names.size + 1;
    this.#names.set(name, id);
    const entry = new ProtobufWriter().uint(inName.id, id).string(inName.name, name).bytes;
    packet.message(inPacket.interned, new ProtobufWriter().message(inInterned.name, entry).bytes);
    return id;
  }

  #trackOf(key: string, describe: (track: ProtobufWriter, uuid: number) => unknown): number {
    const known = this.#tracks.get(key);
    if (known !== undefined) return known;
    const uuid = processTrack + 1 + this.#tracks.size;
    this.#tracks.set(key, uuid);
    const track = new ProtobufWriter().uint(inTrack.uuid, uuid);
    describe(track, uuid);
    this.#write(this.#begin(needsState).message(inPacket.track, track.bytes));
    return uuid;
  }

  #at(time: number): ProtobufWriter {
    return this.#begin(needsState).uint(inPacket.timestamp, Math.round((time - this.#origin) * 1e6));
  }

  #begin(flags: number): ProtobufWriter {
    return this.#packet.clear().uint(inPacket.sequence, sequence).uint(inPacket.flags, flags);
  }

  #write(packet: ProtobufWriter): void {
    this.#file.message(packetOfTrace, packet.bytes);
  }
}

function annotation(name: string, value: string | number): Uint8Array {
  const writer = new ProtobufWriter().string(inAnnotation.name, name);
  return typeof value === 'string'
    ? writer.string(inAnnotation.string, value).bytes
    : writer.double(inAnnotation.double, value).bytes;
}
