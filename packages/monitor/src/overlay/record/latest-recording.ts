import type { Followed } from '../../recording/follower.ts';
import type { Recording } from '../../recording/recording.ts';
import { dataOf } from '../../recording/recording-data.ts';
import { messageOf } from '../message-of.ts';
import type { Crossing } from '../signals/trigger.ts';

/** The newest recording of an overlay. The earlier ones are not kept. If taking one fails, the last one remains. */
export class LatestRecording {
  /** Counts the changes of the members below. */
  changes = 0;
  recording: Recording | undefined;
  /** The crossing of the trigger that had frozen the display when {@link recording} was taken; undefined if there was none. */
  crossing: Crossing | undefined;
  /** The message of the last attempt, if it failed. */
  error: string | undefined;
  #followed: Pick<Followed, 'recording'>;
  #taking: Promise<Recording> | undefined;
  #present: () => Crossing | undefined;
  #awaited: Crossing | undefined; // that of the recording that is being taken

  /** `present`: returns the crossing at which the display is frozen, if it is. */
  constructor(followed: Pick<Followed, 'recording'>, present: () => Crossing | undefined) {
    this.#followed = followed;
    this.#present = present;
  }

  /** Whether the threads have been asked for their events, and not all have answered. */
  get isTaking(): boolean {
    return this.#taking !== undefined;
  }

  /** Takes the newest events. A call during another one has the same result. Rejects with the error of the source of the events. */
  take(): Promise<Recording> {
    this.#awaited = this.#present() ?? this.#awaited;
    this.#taking ??= this.#take().finally(() => {
      this.#taking = this.#awaited = undefined;
      this.changes++;
    });
    this.changes++;
    return this.#taking;
  }

  async #take(): Promise<Recording> {
    try {
      const recording = await this.#followed.recording();
      dataOf('takeRecording: the result of recording()', recording);
      this.recording = recording;
      this.crossing = this.#awaited;
      this.error = undefined;
      return recording;
    } catch (error) {
      this.error = messageOf(error);
      throw error;
    }
  }
}
