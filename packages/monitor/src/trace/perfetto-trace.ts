import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { detailsOf } from './details.ts';
import { type Flow, flowsOf } from './flows.ts';
import { type DrawnEvent, drawnEvents, originOf } from './drawn-events.ts';
import { lanesOf, walkLane } from './lanes.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { ProtobufWriter } from './protobuf-writer.ts';

// Numbers of fields in `trace_packet.proto`, `track_event.proto` and `track_descriptor.proto` of Perfetto.
const packetOfTrace = 1;
const inPacket = { timestamp: 8, sequence: 10, event: 11, interned: 12, flags: 13, track: 60 };
const inTrack = { uuid: 1, name: 2, process: 3, thread: 4, parent: 5, counter: 8 };
const inProcess = { pid: 1, name: 6 };
const inThread = { pid: 1, tid: 2, name: 5 };
const inEvent = {
  annotation: 4,
  type: 9,
  nameId: 10,
  track: 11,
  category: 22,
  value: 44,
  flow: 47,
  lastFlow: 48,
};
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
 * are tracks. If the recording has negative times, the file begins at 0 with the first event. Throws a TypeError if the argument is not a recording, and
 * a TypeError or RangeError if an event of a structured clone is invalid.
 */
export function perfettoTrace(recording: RecordingData): Bytes {
  const events = drawnEvents(dataOf('perfettoTrace: recording', recording).events);
  const flows = flowsOf(events);
  const file = new TraceWriter(originOf(events));
  const tracks = new Map<string, number>(); // the first track of each thread
  for (const lane of lanesOf(events)) {
    const track = file.describeLane(lane.label);
    if (!tracks.has(lane.thread)) tracks.set(lane.thread, track);
    walkLane(lane, {
      begin: (event) => file.begin(track, event, flows.get(event)),
      end: ({ end }) => file.end(track, end),
    });
  }
  for (const event of events) {
    if (event.kind === 'drop') file.moment(tracks.get(event.thread)!, event.start, event);
    if (event.kind === 'signal')
      file.value(file.counterTrack(event.thread, event.name), event.start, event.value);
  }
  return file.bytes;
}

/** Writes the packets of a trace. */
class TraceWriter {
  #file: ProtobufWriter = new ProtobufWriter();
  // Writers of a packet and its parts, which are used again for each packet.
  #packet: ProtobufWriter = new ProtobufWriter();
  #event: ProtobufWriter = new ProtobufWriter();
  #annotation: ProtobufWriter = new ProtobufWriter();
  #texts: Map<string, Uint8Array> = new Map();
  #lastTrack: number = processTrack;
  #counters: Map<string, number> = new Map();
  #names: Map<string, number> = new Map();
  #origin: number;

  /** `origin`: time in ms that becomes 0 in the file, which cannot contain negative times. */
  constructor(origin: number) {
    this.#origin = origin;
    const process = new ProtobufWriter().uint(inProcess.pid, pid).string(inProcess.name, 'DOHA').bytes;
    const track = new ProtobufWriter().uint(inTrack.uuid, processTrack).message(inTrack.process, process);
    this.#write(this.#begin(stateCleared).message(inPacket.track, track.bytes));
  }

  get bytes(): Bytes {
    return this.#file.bytes.slice();
  }

  /** Describes the track of a lane, and returns its number. */
  describeLane(label: string): number {
    return this.#describe((track, uuid) => {
      const thread = new ProtobufWriter();
      thread.uint(inThread.pid, pid).uint(inThread.tid, uuid).string(inThread.name, label);
      track.message(inTrack.thread, thread.bytes);
    });
  }

  /** Returns the number of the track of a signal, and describes it at the first call. */
  counterTrack(thread: string, name: string): number {
    const key = `${thread}\0${name}`;
    const track =
      this.#counters.get(key) ??
      this.#describe((counter) =>
        counter
          .uint(inTrack.parent, processTrack)
          .string(inTrack.name, `${thread}: ${name}`)
          .message(inTrack.counter, new Uint8Array()),
      );
    this.#counters.set(key, track);
    return track;
  }

  /** An event begins. `flow`: the arrow that begins or ends here. */
  begin(track: number, event: DrawnEvent, flow?: Flow): void {
    this.#writeEvent(track, event.start, eventType.begin, event, flow);
  }

  /** Ends the innermost open event of a track. */
  end(track: number, time: number): void {
    this.#writeEvent(track, time, eventType.end);
  }

  /** An event without a duration. */
  moment(track: number, time: number, event: DrawnEvent): void {
    this.#writeEvent(track, time, eventType.instant, event);
  }

  /** A signal has a value. */
  value(track: number, time: number, value: number): void {
    const event = this.#event.clear().uint(inEvent.type, eventType.counter).uint(inEvent.track, track);
    this.#write(this.#at(time).message(inPacket.event, event.double(inEvent.value, value).bytes));
  }

  #writeEvent(track: number, time: number, type: number, recorded?: DrawnEvent, flow?: Flow): void {
    const event = this.#event.clear().uint(inEvent.type, type).uint(inEvent.track, track);
    const packet = this.#at(time);
    if (recorded !== undefined) {
      const { kind, name } = recorded;
      event.uint(inEvent.nameId, this.#nameId(packet, name)).message(inEvent.category, this.#textOf(kind));
      for (const [detail, value] of Object.entries(detailsOf(recorded)))
        event.message(inEvent.annotation, this.#annotationOf(detail, value));
    }
    if (flow !== undefined) event.fixed(flow.ends ? inEvent.lastFlow : inEvent.flow, flow.id);
    this.#write(packet.message(inPacket.event, event.bytes));
  }

  #annotationOf(name: string, value: string | number): Uint8Array {
    const writer = this.#annotation.clear().message(inAnnotation.name, this.#textOf(name));
    return typeof value === 'string'
      ? writer.string(inAnnotation.string, value).bytes
      : writer.double(inAnnotation.double, value).bytes;
  }

  // Kinds and names of details are the same in most packets.
  #textOf(text: string): Uint8Array {
    const known = this.#texts.get(text) ?? new TextEncoder().encode(text);
    this.#texts.set(text, known);
    return known;
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

  #describe(describe: (track: ProtobufWriter, uuid: number) => unknown): number {
    const uuid = ++this.#lastTrack;
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
