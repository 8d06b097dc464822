import { checkNumberResult } from '../../event-loop/callback-result.ts';
import type { Entry } from './entity-list.ts';
import type { CompleteFrameOptions } from '../frame-options.ts';
import type { FrameState } from '../frame-state.ts';
import type { FrameStatistics } from '../frame-statistics.ts';
import type { PaceMeter } from '../pace-meter.ts';

/**
 * Greatest number of calls into which an update is split. If `maxStep` demands more calls than there is time for, a longer series would delay other
 * entities and the next step.
 */
const MAX_PARTS = 8;

/** A shorter pending time, in ms, is a rounding error. */
export const ROUNDING = 1e-9;

/** Updates entities: calls the application's `update` within the limits of `maxElapsed` and `maxStep`. */
export class EntityUpdates<E extends object> {
  #frame: FrameState<E>;
  // Copies of the frame's fields, because each update reads them.
  #options: CompleteFrameOptions<E>;
  #stats: FrameStatistics;
  #pace: PaceMeter<E>;

  constructor(frame: FrameState<E>) {
    this.#frame = frame;
    this.#options = frame.options;
    this.#stats = frame.stats;
    this.#pace = frame.pace;
  }

  /** Updates an entity of `always` by one step. Reports an error, so that the other entities get their step, too. */
  makeStep(entity: E): void {
    const { step } = this.#frame.clock;
    try {
      this.#frame.loop?.handleResult(this.#options.update(entity, step));
    } catch (error) {
      this.#stats.lostTime += step;
      this.#frame.reportError(error);
    }
  }

  /**
   * The largest `elapsed` of one call according to `maxStep`. NaN if `maxStep` throws, returns no positive number or disposes the frame: then the entity is not
   * updated, and its time stays pending.
   */
  maxStepOf(entity: E): number {
    const { maxStep } = this.#options;
    return typeof maxStep === 'number' ? maxStep : this.#askMaxStep(entity, maxStep);
  }

  /**
   * Updates the entity by `pending` ms, in calls of at most `maxStep` ms. Time that does not fit into {@link MAX_PARTS} calls stays pending: `entry.updatedAt`
   * moves back by it.
   */
  update(entry: Entry<E>, pending: number, maxStep: number): void {
    const { maxElapsed } = this.#options;
    let elapsed = pending;
    if (elapsed > maxElapsed) {
      this.#stats.lostTime += elapsed - maxElapsed;
      elapsed = maxElapsed;
    }
    if (elapsed <= maxStep) this.#call(entry.entity, elapsed);
    else this.#callInParts(entry, elapsed, maxStep);
  }

  /** Calls `update`. Returns false if it throws: then the time is lost. */
  #call(entity: E, elapsed: number): boolean {
    try {
      this.#frame.loop?.handleResult(this.#options.update(entity, elapsed));
      this.#pace.receivedTime += elapsed;
      return true;
    } catch (error) {
      this.#stats.lostTime += elapsed;
      this.#frame.reportError(error);
      return false;
    }
  }

  /**
   * Splits a time that is too long for one call into equal parts. Parts beyond {@link MAX_PARTS} stay pending, even if a call ends the frame. If a call
   * throws, the parts after it are lost as well: otherwise an entity that always throws would become more and more urgent.
   */
  #callInParts(entry: Entry<E>, elapsed: number, maxStep: number): void {
    // The tolerance of 1e-9 keeps a rounding error in a sum of steps from adding a part. The maximum keeps `part` above 0 if `maxStep` is tiny.
    const wanted = Math.min(2 ** 53, Math.ceil(elapsed / maxStep - 1e-9));
    const parts = Math.min(wanted, MAX_PARTS);
    const part = elapsed / wanted;
    if (parts < wanted) this.#leavePending(entry, elapsed - parts * part);
    let left = parts;
    while (left > 0 && !this.#frame.isOver) {
      left--;
      if (this.#call(entry.entity, part)) continue;
      this.#stats.lostTime += left * part;
      return;
    }
    this.#leavePending(entry, left * part);
  }

  #leavePending(entry: Entry<E>, time: number): void {
    entry.updatedAt -= time / this.#frame.clock.step;
  }

  #askMaxStep(entity: E, maxStep: (entity: E) => number): number {
    try {
      const result = maxStep(entity);
      if (typeof result === 'number' && result > 0) return this.#frame.isOver ? NaN : result;
      checkNumberResult('Frame: maxStep', result, this.#frame.reportError, { above: 0, unlimited: true });
    } catch (error) {
      this.#frame.reportError(error);
    }
    return NaN;
  }
}
