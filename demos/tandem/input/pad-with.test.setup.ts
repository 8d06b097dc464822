import type { Button, Pad } from './gamepads.ts';

/** A connected pad with these positions of its sticks and these pressed buttons. */
export function padWith(axes: readonly number[], pressed: readonly Button[] = []): Pad {
  const held: readonly number[] = pressed;
  return {
    connected: true,
    axes,
    buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: held.includes(i) })),
  };
}
