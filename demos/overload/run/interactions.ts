/** The members of `PerformanceEventTiming` that are read. */
interface EventTiming extends PerformanceEntry {
  readonly interactionId?: number;
}

/** Browsers report no events that take less than 16 ms. */
export const shortestInteraction = 16;

const names = new Set(['pointerdown', 'pointerup', 'click', 'keydown', 'keyup']);

/** Collects the durations of interactions, which are clicks, touches and keys, from the Event Timing API. */
export class Interactions {
  #entries: EventTiming[] = [];
  #observer: PerformanceObserver | undefined;

  constructor() {
    if (!PerformanceObserver.supportedEntryTypes.includes('event')) return;
    this.#observer = new PerformanceObserver((list) => this.#entries.push(...list.getEntries()));
    const options = { type: 'event', durationThreshold: shortestInteraction };
    this.#observer.observe(options);
  }

  /**
   * The durations in ms of interactions that began in this time: the longest event of each. Undefined if the browser has no Event Timing API. Browsers
   * without `interactionId` report each event on its own.
   */
  between(from: number, to: number): number[] | undefined {
    if (this.#observer === undefined) return undefined;
    this.#entries.push(...this.#observer.takeRecords());
    const found = this.#entries.filter(
      ({ interactionId, name, startTime }) =>
        startTime >= from && startTime < to && names.has(name) && interactionId !== 0,
    );
    const longest = new Map<number, number>();
    for (const [i, { duration, interactionId = -i }] of found.entries())
      longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    return [...longest.values()];
  }

  close(): void {
    this.#observer?.disconnect();
  }
}
