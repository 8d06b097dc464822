import type { Probe } from '@doha/loop';
import type { Game } from './game.ts';

/** Returns the probe of the event loop of a game: for the game's figures, and for the recorder of its monitor if there is one. */
export function loopProbe({ probe, worked }: Game): Probe {
  if (probe === undefined) return { turned: worked };
  return {
    ...probe.loop,
    turned(start, end) {
      worked(start, end);
      probe.loop.turned?.(start, end);
    },
  };
}

/** Returns the function that draws a game, and records how long that took if there is a monitor. */
export function drawing({ draw, probe }: Game): Game['draw'] {
  return probe === undefined ? draw : (alpha, time) => probe.span('draw', () => draw(alpha, time));
}
