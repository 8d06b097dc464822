import type { LoopView, Recording } from './loop-view.ts';
import { type RecordOptions, type Shown, shown } from './messages.ts';
import { overloadedKeys, RecordedKeys } from './recorded-keys.ts';

/** Milliseconds between two repetitions of the recordings. */
const rest = 800;

export interface RecordedShowOptions {
  readonly views: Readonly<Record<Shown, LoopView>>;
  readonly enemies: number;
  readonly record: RecordOptions;
  /** Called when the recording of a loop begins, and when all loops are recorded. */
  readonly changed: () => void;
}

/** Records the loops one after the other, each alone and with the same keys. Then shows the recordings side by side. It begins paused. */
export class RecordedShow {
  #options: RecordedShowOptions;
  #recordings: Partial<Record<Shown, Recording>> = {};
  #replayed = 0; // for how long the recordings have been shown, in ms
  #replayingSince = NaN; // NaN while they are not shown

  constructor(options: RecordedShowOptions) {
    this.#options = options;
  }

  /** The recordings of both loops, once they are complete. */
  get recordings(): Readonly<Record<Shown, Recording>> | undefined {
    const { adaptive, monolithic } = this.#recordings;
    return monolithic && adaptive && { monolithic, adaptive };
  }

  /** The loop that has to be recorded next. */
  get next(): Shown | undefined {
    return shown.find((version) => this.#recordings[version] === undefined);
  }

  /** Continues. A recording that was interrupted by `pause` begins again. */
  resume(): void {
    const { next, recordings } = this;
    if (recordings !== undefined) this.#replay(recordings);
    else if (next !== undefined) this.#record(next);
    this.#options.changed();
  }

  pause(): void {
    this.#stopRecording();
    const { views } = this.#options;
    for (const version of shown) {
      views[version].pause();
      views[version].show('still', this.#windowOf(version) ?? 'Paused');
    }
    if (Number.isNaN(this.#replayingSince)) return;
    this.#replayed = performance.now() - this.#replayingSince;
    this.#replayingSince = NaN;
  }

  #stopRecording: () => void = () => {};

  #record(version: Shown): void {
    const { enemies, record, views } = this.#options;
    const view = views[version];
    const keys = new RecordedKeys(overloadedKeys, (held) => view.hold(held, performance.now()));
    this.#stopRecording = () => keys.stop();
    view.start(
      { enemies, record, window: Infinity },
      {
        started: () => keys.start(),
        recorded: (recording) => {
          keys.stop();
          this.#recordings[version] = recording;
          this.resume();
        },
      },
    );
    for (const other of shown) {
      if (other === version) view.show('recording', 'Recording');
      else views[other].show('waiting', this.#windowOf(other) ?? 'Next');
    }
  }

  #replay(recordings: Readonly<Record<Shown, Recording>>): void {
    const since = performance.now() - this.#replayed;
    const period = rest + Math.max(...shown.map((version) => recordings[version].length));
    this.#replayingSince = since;
    for (const version of shown) {
      const view = this.#options.views[version];
      view.replay(since, period, recordings[version]);
      view.show('replay', this.#windowOf(version)!);
    }
  }

  /** The time that the figures of a recorded loop cover, as text. */
  #windowOf(version: Shown): string | undefined {
    const recording = this.#recordings[version];
    return (
      recording && `Recorded ${seconds(recording.length)} s: ${seconds(recording.gameTime)} s of game time`
    );
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
