import type { DropEvent, RecordedEvent, SignalEvent } from '../recording/recorded-event.ts';

/** An event with a duration. */
export type LongEvent = Exclude<RecordedEvent, DropEvent | SignalEvent>;

/** Events of a thread that are drawn as one row of nested bars. */
export interface Lane {
  /** Name of the thread, with a number from the second lane on. */
  readonly name: string;
  /** The events, in the order in which they began. Each is within all earlier ones that have not ended when it begins. */
  readonly events: readonly LongEvent[];
}

/**
 * Divides events with durations into lanes, because viewers of traces cannot draw events that overlap but are not nested. `events`: in the order of
 * a recording.
 */
export function lanesOf(events: readonly RecordedEvent[]): readonly Lane[] {
  const lanes = new Map<string, OpenLane[]>(); // by thread
  for (const event of events) {
    if (event.kind === 'drop' || event.kind === 'signal') continue;
    const ofThread = lanes.get(event.thread) ?? [];
    lanes.set(event.thread, ofThread);
    if (!ofThread.some((lane) => lane.add(event))) {
      const number = ofThread.length + 1;
      const lane = new OpenLane(number === 1 ? event.thread : `${event.thread} ${number}`);
      lane.add(event);
      ofThread.push(lane);
    }
  }
  return [...lanes.values()].flat();
}

class OpenLane implements Lane {
  readonly name: string;
  readonly events: LongEvent[] = [];
  #open: LongEvent[] = []; // events that have not ended; each one is within the one before

  constructor(name: string) {
    this.name = name;
  }

  /** Returns false if the event overlaps one of the lane, and is not within it. */
  add(event: LongEvent): boolean {
    while (this.#open.length > 0 && this.#open.at(-1)!.end <= event.start) this.#open.pop();
    const around = this.#open.at(-1);
    if (around !== undefined && around.end < event.end) return false;
    this.#open.push(event);
    this.events.push(event);
    return true;
  }
}
