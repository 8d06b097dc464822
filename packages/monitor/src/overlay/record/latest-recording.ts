import type { Followed } from '../../recording/follower.ts';
import type { Recording } from '../../recording/recording.ts';
import { dataOf } from '../../recording/recording-data.ts';
import { messageOf } from '../message-of.ts';

/** The side that has asked for a recording: the user or the application, or a trigger that has frozen the display. */
export type Asker = 'request' | 'trigger';

/** The newest recording of an overlay. The earlier ones are not kept. If taking one fails, the last one remains. */
export class LatestRecording {
  /** Counts the changes of the members below. */
  changes = 0;
  recording: Recording | undefined;
  /** The side that has asked for {@link recording}. */
  asker: Asker = 'request';
  /** The message of the last attempt, if it failed. */
  error: string | undefined;
  #followed: Pick<Followed, 'recording'>;
  #taking: Promise<Recording> | undefined;

  constructor(followed: Pick<Followed, 'recording'>) {
    this.#followed = followed;
  }

  /** Whether the threads have been asked for their events, and not all have answered. */
  get isTaking(): boolean {
    return this.#taking !== undefined;
  }

  /** Takes the newest events. A call during another one has the same result. Rejects with the error of the source of the events. */
  take(asker: Asker): Promise<Recording> {
    this.#taking ??= this.#take(asker).finally(() => {
      this.#taking = undefined;
      this.changes++;
    });
    this.changes++;
    return this.#taking;
  }

  async #take(asker: Asker): Promise<Recording> {
    try {
      const recording = await this.#followed.recording();
      dataOf('takeRecording: the result of recording()', recording);
      this.recording = recording;
      this.asker = asker;
      this.error = undefined;
      return recording;
    } catch (error) {
      this.error = messageOf(error);
      throw error;
    }
  }
}
