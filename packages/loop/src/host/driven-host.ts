import type { Host } from './host.ts';

/**
 * The host of a loop that somebody else drives, such as a game engine from its ticker: it gives no turns of its own,
 * work is done inside `loop.run({ budget })` only.
 */
export class DrivenHost implements Host {
  now(): number {
    return performance.now();
  }
  attach(): void {}
  wake(): void {}
  detach(): void {}
}
