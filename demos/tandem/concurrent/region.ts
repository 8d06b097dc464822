import { expose } from '@doha/multiproc/worker';
import { type SharingWorker, join } from '@doha/multiproc/shared';
import type { ThreadRecording } from '../measure/thread-recorder.ts';
import type { PostedMutation } from '../world/mutation.ts';
import { LockStepPlay, type Program } from './lock-step-play.ts';
import { type Moment, RegionPlay, type Setup } from './region-play.ts';
import type { GroupState } from './shard.ts';

/** What a thread of the concurrent game does for the page. */
export type Region = {
  /** Makes the world, and learns which part of it is its own. */
  load(setup: Setup): void;
  /** To be called when all are loaded. */
  meet(): Promise<void>;
  start(moment: Moment): void;
  stop(): void;
  /** What was done, when the run that is recorded is over. */
  recording(): Promise<ThreadRecording>;
  /** Makes ready to play a program in lock step with the others. */
  loadLockStep(program: Program): void;
  /** Plays it to its end. To be called when all are loaded. */
  playLockStep(): Promise<GroupState[]>;
};

/** Offers all that to the page. */
export function createRegion(): SharingWorker<Region> {
  let play: RegionPlay | undefined;
  let lockStep: LockStepPlay | undefined;
  const region: SharingWorker<Region> = join(
    expose<Region>({
      load(setup) {
        play = new RegionPlay(region, setup);
        if (play.isHome)
          region.subscribe('to players', (mutation) => play!.shard.accept(mutation as PostedMutation));
        play.own();
      },
      meet: () => play!.meet(),
      start: (moment) => play!.start(moment),
      stop: () => play!.stop(),
      recording: () => play!.recording(),
      loadLockStep(program) {
        lockStep = new LockStepPlay(region, program);
      },
      playLockStep: () => lockStep!.play(),
    }),
  );
  return region;
}
