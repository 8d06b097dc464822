import { Frame } from '@doha/loop';
import { expectTypeOf, test } from 'vitest';
import type { Session } from './session.ts';

test('the arguments of a costed function have the types that its place requires', () => {
  const program = (session: Session): Frame<{ x: number }> =>
    new Frame<{ x: number }>({
      entities: [{ x: 0 }],
      priority: () => 1,
      update: session.costed('update', (entity, elapsed) => {
        expectTypeOf(entity).toEqualTypeOf<{ x: number }>();
        expectTypeOf(elapsed).toEqualTypeOf<number>();
      }),
    });
  expectTypeOf(program).returns.toEqualTypeOf<Frame<{ x: number }>>();
});
