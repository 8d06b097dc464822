import { checkNumberResult } from '../../event-loop/callback-result.ts';
import type { Entry } from './entity-list.ts';
import type { CompleteFrameOptions } from '../frame-options.ts';
import type { FrameState } from '../frame-state.ts';
import type { FrameStatistics } from '../frame-statistics.ts';
import type { PaceMeter } from '../pace-meter.ts';

/**
 * Calls that an update is cut into, at most. If `maxStep` asks for more work than there is time for, more calls in a row would keep other entities
 * and the next step waiting.
 */
const MAX_PARTS = 8;

/** A pending time of fewer ms is a rounding error. */
export const ROUNDING = 1e-9;

/** Gives entities their simulated time: calls the application's `update` within the limits of `maxElapsed` and `maxStep`. */
export class EntityUpdates<E extends object> {
  #frame: FrameState<E>;
  // Those of the frame, which are used for each update:
  #options: CompleteFrameOptions<E>;
  #stats: FrameStatistics;
  #pace: PaceMeter<E>;

  constructor(frame: FrameState<E>) {
    this.#frame = frame;
    this.#options = frame.options;
    this.#stats = frame.stats;
    this.#pace = frame.pace;
  }

  /** Updates an entity that is updated in each step. If it throws, the others get their step nevertheless. */
  makeStep(entity: E): void {
    const { step } = this.#frame.clock;
    try {
      this.#frame.loop?.watch(this.#options.update(entity, step));
    } catch (error) {
      this.#stats.lostTime += step;
      this.#frame.reportError(error);
    }
  }

  /**
   * The largest `elapsed` of one call, by `maxStep`. NaN if no update can be made: `maxStep` throws, gives no positive number or disposes the frame. The
   * entity's time must stay pending then.
   */
  longestOf(entity: E): number {
    const { maxStep } = this.#options;
    return typeof maxStep === 'number' ? maxStep : this.#askLongest(entity, maxStep);
  }

  /**
   * Updates the entity by `given` ms, in calls of `longest` ms at most. What must wait for another update stays pending, by
   * `entry.updatedAt`.
   */
  make(entry: Entry<E>, given: number, longest: number): void {
    const { maxElapsed } = this.#options;
    let elapsed = given;
    if (elapsed > maxElapsed) {
      this.#stats.lostTime += elapsed - maxElapsed;
      elapsed = maxElapsed;
    }
    if (elapsed <= longest) this.#live(entry.entity, elapsed);
    else this.#liveInParts(entry, elapsed, longest);
  }

  /** Returns false if `update` throws: the time is lost then. */
  #live(entity: E, elapsed: number): boolean {
    try {
      this.#frame.loop?.watch(this.#options.update(entity, elapsed));
      this.#pace.lived += elapsed;
      return true;
    } catch (error) {
      this.#stats.lostTime += elapsed;
      this.#frame.reportError(error);
      return false;
    }
  }

  /**
   * Cuts a time that is too long for one call into equal parts. What is above MAX_PARTS of them stays pending, also if the frame ends meanwhile. If
   * one throws, the parts after it are lost as well: an entity that throws again and again must not become ever more urgent.
   */
  #liveInParts(entry: Entry<E>, elapsed: number, longest: number): void {
    // A hair of tolerance: the sum of steps must not cost a part more by a rounding error.
    const wanted = Math.ceil(elapsed / longest - 1e-9);
    const parts = Math.min(wanted, MAX_PARTS);
    const part = elapsed / wanted;
    if (parts < wanted) this.#leavePending(entry, elapsed - parts * part);
    let left = parts;
    while (left > 0 && !this.#frame.isOver) {
      left--;
      if (this.#live(entry.entity, part)) continue;
      this.#stats.lostTime += left * part;
      return;
    }
    this.#leavePending(entry, left * part);
  }

  #leavePending(entry: Entry<E>, time: number): void {
    entry.updatedAt -= time / this.#frame.clock.step;
  }

  #askLongest(entity: E, maxStep: (entity: E) => number): number {
    try {
      const longest = maxStep(entity);
      if (typeof longest === 'number' && longest > 0) return this.#frame.isOver ? NaN : longest;
      checkNumberResult('Frame: maxStep', longest, this.#frame.reportError, { above: 0, unlimited: true });
    } catch (error) {
      this.#frame.reportError(error);
    }
    return NaN;
  }
}
