import { join, type SharingWorker } from '@doha/multiproc/shared';
import { expose } from '@doha/multiproc/worker';
import { LockStepThread, type LockStepProgram } from './lock-step/lock-step-thread.ts';
import { type Observe, RegionGame, type Schedule, type Setup } from './region-game.ts';
import type { GroupState } from './shard.ts';
import { subscribe } from './topics.ts';

/** The functions that the thread of a region exposes to the page. */
export type Region = {
  /** Creates the world, and claims the groups of this region. */
  load(setup: Setup): void;
  /** Opens the tables of the other threads; to be called after all threads have loaded. */
  connect(): Promise<void>;
  start(schedule: Schedule): void;
  stop(): void;
  /** Prepares a lock-step program. */
  loadLockStep(program: LockStepProgram): void;
  /** Plays the program to its end; to be called after all threads have loaded it. */
  playLockStep(): Promise<GroupState[]>;
};

/** Exposes a region in this thread. */
export function createRegion(): SharingWorker<Region> {
  const region: SharingWorker<Region> = join(expose<Region>(regionFunctions(() => region)));
  return region;
}

/** The functions of a region, for worker modules that expose more, such as one for measuring. */
export function regionFunctions(
  exposed: () => SharingWorker<Region>,
  observe: Observe = () => [],
): { readonly [Name in keyof Region]: Region[Name] } {
  let game: RegionGame | undefined;
  let lockStep: LockStepThread | undefined;
  return {
    load(setup) {
      const loaded = new RegionGame(exposed(), setup, observe);
      game = loaded;
      if (loaded.isHome) subscribe(exposed(), 'playerMutations', (mutation) => loaded.shard.accept(mutation));
      loaded.claim();
    },
    connect: () => game!.connect(),
    start: (schedule) => game!.start(schedule),
    stop: () => game!.stop(),
    loadLockStep(program) {
      lockStep = new LockStepThread(exposed(), program);
    },
    playLockStep: () => lockStep!.play(),
  };
}
