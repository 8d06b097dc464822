import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Alarm } from './alarm.ts';

test('an alarm fires at the time to which it was last set or postponed, or at most a millisecond later', () => {
  const action = fc.record({
    by: fc.constantFrom('set' as const, 'postpone' as const),
    after: fc.oneof(fc.double({ min: 0, max: 30, noNaN: true }), fc.constant(Infinity)),
    pause: fc.double({ min: 0, max: 20, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const host = new VirtualHost();
      const rings: number[] = [];
      const alarm = new Alarm(new EventLoop({ host }), (now, at) => {
        expect(now).toBe(host.now());
        rings.push(at);
      });
      let wanted = Infinity;
      for (const { after, by, pause } of actions) {
        wanted = host.now() + after;
        alarm[by](wanted);
        const end = host.now() + pause;
        host.advanceTo(end);
        if (wanted + 1 <= end) expect(rings).toEqual([wanted]);
        else if (wanted > end) expect(rings).toEqual([]);
        if (rings.splice(0).length > 0) wanted = Infinity;
      }
    }),
  );
});

test('an alarm that is postponed again and again makes few timers', () => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const alarm = new Alarm(loop, () => {});
  for (let i = 0; i < 1000; i++) {
    alarm.postpone(host.now() + 100);
    host.advanceTo(host.now() + 1);
  }
  expect(loop.stats.fired).toBeLessThan(20);
});
