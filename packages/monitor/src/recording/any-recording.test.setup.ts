import fc from 'fast-check';
import { maxMessageId, maxTaskId, maxTime } from './check-events.ts';
import { Recording } from './recording.ts';

const time = fc.oneof(
  fc.constantFrom(-maxTime, -1e9, -1, -0, 0, 1e-9, 1, 9_007_199_255, 1.8e12, maxTime),
  fc.double({ min: -maxTime, max: maxTime, noNaN: true }),
  fc.integer({ min: -5, max: 5 }),
);
const text = fc.oneof(
  fc.constantFrom('', '\0', '\uD83D', '__proto__', 'main', 'x'.repeat(100_000)),
  fc.string({ unit: 'binary' }),
);
const number = fc.oneof(
  fc.constantFrom(-1e300, 1e300, -0, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const own = fc.oneof(
  fc.record({ kind: fc.constant('task'), priority: number, id: fc.nat(3) }),
  fc.record({ kind: fc.constant('timer'), lateness: fc.nat() }),
  fc.record({ kind: fc.constantFrom('turn', 'span') }),
  fc.record({ kind: fc.constant('window'), updated: fc.maxSafeNat(), cancelled: fc.maxSafeNat() }),
  fc.record({ kind: fc.constant('drop'), reason: fc.constant('expired') }),
  fc.record({ kind: fc.constant('signal'), value: number }),
  fc.record({
    kind: fc.constant('remote'),
    status: fc.constant('done'),
    worker: fc.option(fc.oneof(text, fc.constantFrom('worker 3', 'worker 2046', 'worker 99999')), {
      nil: undefined,
    }),
    sent: fc.option(time, { nil: undefined }),
    id: fc.constantFrom(0, 1, maxTaskId),
  }),
  fc.record({
    kind: fc.constant('message'),
    status: fc.constant('lost'),
    sent: fc.option(time, { nil: undefined }),
    id: fc.constantFrom(0, 1, maxMessageId),
  }),
  fc.record({ kind: fc.constant('receipt'), id: fc.nat(3), size: fc.maxSafeNat() }),
);
/** A recording of any events, also with extreme times, numbers and names. */
export const anyRecording: fc.Arbitrary<Recording> = fc
  .array(fc.tuple(own, text, text, time, time), { maxLength: 30 })
  .map((all) =>
    all.map(([members, thread, name, one, other]) => ({
      ...members,
      thread,
      name,
      start: Math.min(one, other),
      end: Math.max(one, other),
    })),
  )
  .map((events) => new Recording(events));
