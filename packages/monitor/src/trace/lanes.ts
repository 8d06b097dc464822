import type { DropEvent, SignalEvent } from '../recording/recorded-event.ts';
import type { DrawnEvent } from './drawn-events.ts';
import { LaneEnds } from './lane-ends.ts';

/** An event with a duration. */
export type LongEvent = Exclude<DrawnEvent, DropEvent | SignalEvent>;

/** Returns the label of the lane of an event. Windows have lanes of their own, because a window overlaps the turn in which it begins. */
export function labelOf({ kind, name, thread }: LongEvent): string {
  if (kind === 'window') return `${thread}: ${name}`;
  if (kind === 'message') return `${thread}: messages of ${name}`;
  if (kind === 'receipt') return `${thread}: receipts of ${name}`;
  return kind === 'remote' ? `${thread}: tasks in workers` : thread;
}

/** Events of a thread that are drawn as one row of nested bars. */
export interface Lane {
  readonly thread: string;
  /** The thread; for windows also the name of their frame; for a further lane also its number. */
  readonly label: string;
  /** The events, in the order in which they began. Each is within all earlier ones that have not ended when it begins. */
  readonly events: readonly LongEvent[];
}

/**
 * Divides events with durations into lanes, because viewers of traces cannot draw events that overlap but are not nested. Each thread has at least one lane.
 * `events`: from `drawnEvents`.
 */
export function lanesOf(events: readonly DrawnEvent[]): readonly Lane[] {
  const groups = new Map<string, Map<string, LaneGroup>>(); // by thread, and by the label of the first lane
  for (const event of events) {
    const { thread } = event;
    const ofThread = groups.get(thread) ?? new Map([[thread, new LaneGroup(thread, thread)]]);
    groups.set(thread, ofThread);
    if (event.kind === 'drop' || event.kind === 'signal') continue;
    const label = labelOf(event);
    const group = ofThread.get(label) ?? new LaneGroup(thread, label);
    ofThread.set(label, group);
    group.add(event);
  }
  return [...groups.values()].flatMap((ofThread) => [...ofThread.values()].flatMap(({ lanes }) => lanes));
}

/** Lanes with the same label, apart from their number. The first lane exists from the beginning. */
class LaneGroup {
  readonly lanes: OpenLane[];
  #ends: LaneEnds = new LaneEnds();

  constructor(thread: string, label: string) {
    this.lanes = [new OpenLane(thread, label)];
    this.#ends.set(0, -Infinity);
  }

  /** Adds an event to the first lane in which it overlaps none, or is within all that it overlaps. */
  add(event: LongEvent): void {
    const [{ label, thread }] = this.lanes as [OpenLane];
    for (;;) {
      const number = this.#ends.firstFor(event.start, event.end) ?? this.lanes.length;
      const lane = (this.lanes[number] ??= new OpenLane(thread, `${label} (${number + 1})`));
      const isAdded = lane.add(event);
      this.#ends.set(number, lane.innermostEnd);
      if (isAdded) return;
    }
  }
}

class OpenLane implements Lane {
  readonly thread: string;
  readonly label: string;
  readonly events: LongEvent[] = [];
  #open: LongEvent[] = []; // events that have not ended; each one is within the one before

  constructor(thread: string, label: string) {
    this.thread = thread;
    this.label = label;
  }

  /** The end of the innermost event that has not ended; -Infinity if there is none. */
  get innermostEnd(): number {
    return this.#open.at(-1)?.end ?? -Infinity;
  }

  /** Returns false if the event overlaps one of the lane, and is not within it. */
  add(event: LongEvent): boolean {
    while (this.#open.length > 0 && this.innermostEnd <= event.start) this.#open.pop();
    if (this.#open.length > 0 && this.innermostEnd < event.end) return false;
    this.#open.push(event);
    this.events.push(event);
    return true;
  }
}

/** Calls `begin` and `end` for each event of a lane, in the order of time. An inner event ends before the outer one. */
export function walkLane(
  { events }: Lane,
  { begin, end }: { readonly begin: (event: LongEvent) => void; readonly end: (event: LongEvent) => void },
): void {
  const open: LongEvent[] = [];
  const endUntil = (time: number): void => {
    while (open.length > 0 && open.at(-1)!.end <= time) end(open.pop()!);
  };
  for (const event of events) {
    endUntil(event.start);
    begin(event);
    open.push(event);
  }
  endUntil(Infinity);
}
