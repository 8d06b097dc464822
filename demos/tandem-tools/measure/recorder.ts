import type { Observer } from '../../tandem/game/game.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import type { World } from '../../tandem/world/world.ts';
import { joinRecording } from './join-recording.ts';
import type { Recording } from './recording.ts';
import type { RecordedTime } from './recorded-time.ts';
import { ThreadRecorder, type ThreadRecording } from './thread-recorder.ts';
import { ViewRecorder } from './view-recorder.ts';

/** Records a game in a page: its drawing, and the work of this thread. */
export class Recorder implements Observer {
  readonly recordedTime: RecordedTime;
  #world: World;
  #view: ViewRecorder;
  #own: ThreadRecorder;

  constructor(world: World, recordedTime: RecordedTime) {
    this.recordedTime = recordedTime;
    this.#world = world;
    this.#view = new ViewRecorder(world, recordedTime);
    this.#own = new ThreadRecorder(world, recordedTime);
  }

  stepped(now: number): void {
    this.#view.stepped(now);
    this.#own.stepped(now);
  }

  updated(entity: Entity, now: number, steps: number): void {
    this.#own.updated(entity, now, steps);
  }

  continued(entity: Entity, steps: number): void {
    this.#own.continued(entity, steps);
  }

  drawn(start: number, end: number, shown: number, time: number): void {
    this.#view.drawn(start, end, shown, time);
  }

  worked(start: number, end: number): void {
    this.#own.worked(start, end);
  }

  pressed(stamped: number, handled: number): void {
    this.#view.pressed(stamped, handled);
  }

  /** Resolves with the recording of this thread at the end of the recorded time. */
  async ownRecording(): Promise<ThreadRecording> {
    await this.#own.ended;
    return this.#own.recording;
  }

  /** Joins the recordings of the page and of all threads, see {@link joinRecording}; to be called after the game has stopped. */
  finish(threads: readonly [ThreadRecording, ...ThreadRecording[]], phase: number): Recording {
    return joinRecording(this.#world, this.#view.recording, threads, phase);
  }
}
