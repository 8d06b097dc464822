import { costsOf, rerun } from '@doha/monitor/replay';
import type { ImportanceWeights } from '../../tandem/game/game.ts';
import { isNear } from '../../tandem/game/is-near.ts';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import type { World } from '../../tandem/world/world.ts';
import { tandemProgram } from '../session/tandem-program.ts';
import type { RecordedPlay } from './session-file.ts';

/** Figures of a session under a policy. */
export interface Outcome {
  /** Mean time in ms since the last update, of the enemies near a robot and of the other ones. */
  readonly ageNear: number;
  readonly ageFar: number;
  /** Share of the updates that were cancelled because their window had ended, 0 to 1. */
  readonly cancelled: number;
}

/** Options of {@link outcomeUnder}. */
export interface OutcomeOptions {
  /** Weights of the policy. Default: the weights of the session. */
  readonly weights?: Readonly<ImportanceWeights>;
  /** Cancels the run, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Called with the part of the session that is done, 0 to 1. */
  readonly progressed?: (done: number) => void;
}

/** Runs a session again on simulated time. */
export async function outcomeUnder(
  { duration, log, recording, seed, source, start }: RecordedPlay,
  { progressed, signal, weights }: OutcomeOptions = {},
): Promise<Outcome> {
  const [near, far] = [new Mean(), new Mean()];
  let [updated, cancelled] = [0, 0];
  const program = tandemProgram({
    level: levelOf(source),
    seed,
    ...(weights !== undefined && { weights }),
    stepped: (world) => addAges(world, near, far),
  });
  const costs = new Map(costsOf(recording)).set('draw', meanSpan(recording.events, 'draw'));
  const { stop } = await rerun(log, program, {
    costs,
    signal,
    frameProbe: {
      windowEnded: (_start, end, made, dropped) => {
        updated += made;
        cancelled += dropped;
        progressed?.(Math.max(0, Math.min(1, (end - start) / duration)));
      },
    },
  });
  stop();
  return {
    ageNear: near.value,
    ageFar: far.value,
    cancelled: cancelled / Math.max(1, updated + cancelled),
  };
}

class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count++;
  }

  get value(): number {
    return this.#sum / Math.max(1, this.#count);
  }
}

function addAges({ enemies, players, time }: World, near: Mean, far: Mean): void {
  for (const enemy of enemies) (isNear(players, enemy) ? near : far).add(time - enemy.updatedAt);
}

function meanSpan(events: RecordedPlay['recording']['events'], name: string): number {
  const mean = new Mean();
  for (const event of events)
    if (event.kind === 'span' && event.name === name) mean.add(event.end - event.start);
  return mean.value;
}
