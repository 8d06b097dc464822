import fc from 'fast-check';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';

const time = fc.oneof(
  fc.integer({ min: -50, max: 50 }), // many equal times
  fc.double({ min: -1e9, max: 1e12, noNaN: true }).map((ms) => ms + 0), // not -0
  fc.integer({ min: 0, max: 1e9 }).map((ns) => ns / 1e6),
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const name = fc.oneof(fc.constantFrom('', 'move', '__proto__', 'Größe 😀'), fc.string({ unit: 'grapheme' }));

const endpoint = fc.integer({ min: 1, max: 65_535 });

const members: fc.Arbitrary<object> = fc.oneof(
  fc.record({ kind: fc.constant('task'), priority: fc.oneof(finite, fc.integer()) }),
  fc.record({ kind: fc.constant('timer'), lateness: fc.double({ min: 0, max: 1e6, noNaN: true }) }),
  fc.record({ kind: fc.constantFrom('turn', 'span') }),
  fc.record({ kind: fc.constant('window'), updated: fc.nat(), cancelled: fc.nat() }),
  fc.record({ kind: fc.constant('signal'), value: finite }),
  fc.record({ kind: fc.constant('task'), priority: finite, id: fc.nat() }),
  fc.record({
    kind: fc.constant('remote'),
    status: fc.constantFrom('done', 'failed', 'cancelled', 'expired'),
    ...Object.fromEntries(['worker', 'sent', 'id'].map((member) => [member, fc.constant(undefined)])),
  }),
  fc.record({
    kind: fc.constant('message'),
    status: fc.constantFrom('delivered', 'cancelled', 'expired', 'superseded', 'lost'),
    ...Object.fromEntries(['sent', 'id'].map((member) => [member, fc.constant(undefined)])),
    endpoint,
  }),
  fc.record({ kind: fc.constant('receipt'), id: fc.nat(), size: fc.nat() }),
  fc.record({ kind: fc.constant('receipt'), id: fc.nat(), size: fc.nat(), endpoint }),
  fc.record({ kind: fc.constant('drop'), reason: fc.constantFrom('cancelled', 'expired') }),
);

/** Events of a thread. Many times are equal, and some are unusual, such as negative or very large ones. */
export function eventsOfThread(thread: string): fc.Arbitrary<RecordedEvent[]> {
  const event = fc
    .tuple(members, name, time, time)
    .map(([own, called, one, other]) =>
      Object.assign(own, { thread, name: called, start: Math.min(one, other), end: Math.max(one, other) }),
    );
  return fc.array(event as unknown as fc.Arbitrary<RecordedEvent>, { maxLength: 60 });
}

/** A recording of one thread. */
export const randomRecording: fc.Arbitrary<Recording> = fc
  .tuple(eventsOfThread('main'), fc.nat(), fc.option(time, { nil: undefined }))
  .map(([events, lost, origin]) => new Recording(events, lost, origin));
