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
  /** The crossing at which the trigger has taken {@link recording}; undefined if the trigger has not taken it. */
  crossing: Crossing | undefined;
  /** The message of the last attempt, if it failed. */
  error: string | undefined;
  #followed: Pick<Followed, 'recording'>;
  #taking: Promise<Recording> | undefined;
  #awaited: Crossing | undefined; // that of the recording that is being taken

  constructor(followed: Pick<Followed, 'recording'>) {
    this.#followed = followed;
  }

  /** Whether the threads have been asked for their events, and not all have answered. */
  get isTaking(): boolean {
    return this.#taking !== undefined;
  }

  /**
   * Takes the newest events. A call during another one has the same result. Rejects with the error of the source of the events. `crossing`: that of the trigger, if
   * the trigger takes them.
   */
  take(crossing?: Crossing): Promise<Recording> {
    this.#awaited = crossing ?? this.#awaited;
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
