import { expose } from '@doha/multiproc/worker';
import type { PostedMutation } from '../world/mutation.ts';
import { type Moment, RegionPlay, type Setup } from './region-play.ts';

let play: RegionPlay | undefined;

// A thread of the concurrent game.
export const region = expose({
  /** Makes the world, and learns which part of it is its own. */
  load(setup: Setup): void {
    play = new RegionPlay(region, setup);
    if (play.isHome)
      region.subscribe('to players', (mutation) => play!.shard.accept(mutation as PostedMutation));
    play.own();
  },

  /** To be called when all are loaded. */
  meet: (): Promise<void> => play!.meet(),

  start: (moment: Moment): void => play!.start(moment),
  stop: (): void => play!.stop(),
  press: (held: readonly number[]): void => play!.press(held),
});

export type Region = typeof region.functions;
