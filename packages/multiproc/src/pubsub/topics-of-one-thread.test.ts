import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Hub } from '../session/hub.ts';
import { SharedState } from '../session/shared-state.ts';

function rethrow(error: unknown): never {
  throw error;
}

/** An action of a thread. */
type Step = readonly [action: 'publish' | 'unpublish' | 'subscribe' | 'unsubscribe', which: number];

test.each(['newest', 'all'] as const)(
  'a subscriber also gets the values that its own thread published before the subscription, if they have not been sent: retention %s',
  async (retention) => {
    const step = fc.tuple(fc.constantFrom('publish', 'unpublish', 'subscribe', 'unsubscribe'), fc.nat(2));
    const scripts = fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 5 }) as fc.Arbitrary<Step[][]>;
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const part = new SharedState(new Hub(rethrow).peer);
        const received: number[][] = [[], [], []];
        const expected: number[][] = [[], [], []];
        const undo = new Map<number, () => void>();
        let published = 0;
        let retained: number[] = [];
        for (const actions of script) {
          let unsent: number[] = [];
          let isEnding = false;
          let isCommitting = false;
          const early = new Set<number>(); // subscribers whose microtask comes before the one that sends the values
          const present = new Set(undo.keys());
          for (const [action, which] of actions) {
            if (action === 'publish') {
              part.publish('topic', ++published, { retention });
              unsent = retention === 'all' ? [...unsent, published] : [published];
              isEnding = false;
              isCommitting = true;
            } else if (action === 'unpublish') {
              part.unpublish('topic');
              isEnding = true;
              isCommitting = true;
            } else if (action === 'subscribe' && !undo.has(which)) {
              if (!isCommitting) early.add(which);
              undo.set(
                which,
                part.subscribe('topic', (value) => received[which]!.push(value as number)),
              );
            } else if (action === 'unsubscribe') {
              undo.get(which)?.();
              undo.delete(which);
              present.delete(which);
              early.delete(which);
            }
          }
          for (const which of undo.keys()) {
            const isLate = early.has(which) || !(isEnding || unsent.length > 0);
            const late = present.has(which) || !isLate ? [] : retained;
            expected[which]!.push(...late, ...unsent);
          }
          if (isEnding) retained = [];
          else if (retention === 'newest' && unsent.length > 0) retained = unsent;
          for (let i = 0; i < 8; i++) await Promise.resolve();
          expect(received).toEqual(expected);
        }
      }),
    );
  },
);
