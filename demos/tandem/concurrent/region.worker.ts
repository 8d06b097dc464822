import { expose } from '@doha/multiproc/worker';
import type { ThreadRecording } from '../measure/thread-recorder.ts';
import type { PostedMutation } from '../world/mutation.ts';
import { LockStepPlay, type Program } from './lock-step-play.ts';
import { type Moment, RegionPlay, type Setup } from './region-play.ts';
import type { GroupState } from './shard.ts';

let play: RegionPlay | undefined;
let lockStep: LockStepPlay | undefined;

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

  recording: (): Promise<ThreadRecording> => play!.recording(),

  /** Makes ready to play a program in lock step with the others. */
  loadLockStep(program: Program): void {
    lockStep = new LockStepPlay(region, program);
  },

  /** Plays it to its end. To be called when all are loaded. */
  playLockStep: (): Promise<GroupState[]> => lockStep!.play(),

  start: (moment: Moment): void => play!.start(moment),
  stop: (): void => play!.stop(),
});

export type Region = typeof region.functions;
