import type { Version } from '../../game/game.ts';
import type { GameEvent } from '../../game/game-event.ts';
import { buildLevel } from '../../game/levels/build-level.ts';
import { type LevelText, readLevelText } from '../../game/levels/level-text.ts';
import type { Run } from '../../game/replay/run.ts';
import type { Devices } from '../../input/devices.ts';
import { SteeringLesson } from '../../input/steering-lesson.ts';
import type { LoopChange } from '../../versions/loop-choice.ts';
import { MeasuredLoop } from '../../versions/measured-loop.ts';
import type { VersionName } from '../../versions/names.ts';
import { LevelPlay } from './level-play.ts';
import type { Playable } from './playable.ts';

export interface CurrentLevelOptions {
  readonly versions: Readonly<Record<VersionName, Version>>;
  readonly canvas: HTMLCanvasElement;
  readonly devices: Devices;
  /** The preferred loop. If `isFixed`, it runs even if another one gives more frames. */
  readonly preferredLoop: () => { readonly version: VersionName; readonly isFixed: boolean };
  readonly onEvent: (event: GameEvent, level: OpenedLevel) => void;
  /** Plays the next note of the music for a seed. */
  readonly playNote: (seed: number) => void;
  /** Called at the end of a replay. `isTrue`: whether the world has the same hash as at the end of the run. */
  readonly replayEnded: (isTrue: boolean, level: OpenedLevel) => void;
  readonly loopChanged: (change: LoopChange) => void;
}

/** A level or replay that has been opened, and its game. */
export interface OpenedLevel {
  readonly playable: Playable;
  readonly text: LevelText;
  readonly play: LevelPlay;
}

/** The level or replay on the stage, and the loop that runs it. */
export class CurrentLevel {
  #options: CurrentLevelOptions;
  #lesson = new SteeringLesson();
  #opened: OpenedLevel | undefined;
  #loop: MeasuredLoop;

  constructor(options: CurrentLevelOptions) {
    this.#options = options;
    this.#loop = new MeasuredLoop({
      restart: () => this.play?.isRunning === true && this.start(),
      changed: options.loopChanged,
    });
  }

  /** Undefined until the first level is opened. */
  get opened(): OpenedLevel | undefined {
    return this.#opened;
  }

  get play(): LevelPlay | undefined {
    return this.#opened?.play;
  }

  /** The finished run with the title of its level, if there is one. */
  get finished(): { readonly run: Run; readonly title: string } | undefined {
    const { play, playable, text } = this.#opened ?? {};
    return play?.run && { run: { ...playable!, ...play.run }, title: text!.title };
  }

  /** Opens a level or replay, paused. `shake`: see `LevelPlayOptions`. If the level is invalid, throws a LevelError and changes nothing. */
  open(playable: Playable, shake: number): OpenedLevel {
    const { canvas, devices, onEvent, playNote, replayEnded } = this.#options;
    const text = readLevelText(playable.source);
    const play = new LevelPlay({
      ...playable,
      level: buildLevel(text),
      canvas,
      steering: devices.steering,
      lesson: this.#lesson,
      readDevices: () => devices.read(),
      watch: () => this.#loop.meter,
      shake,
      onEvent: (event) => onEvent(event, opened),
      playNote: () => playNote(playable.seed),
      ended: (isTrue) => replayEnded(isTrue, opened),
    });
    const opened = { playable, text, play };
    this.play?.pause();
    devices.steering.release();
    if (playable.source !== this.#opened?.playable.source) this.#loop.reset();
    this.#opened = opened;
    return opened;
  }

  /** Starts or resumes the level. */
  start(): void {
    const play = this.play!;
    const { preferredLoop, versions } = this.#options;
    const { isFixed, version } = preferredLoop();
    this.#loop.isActive = version === 'concurrent' && !play.isReplay && !isFixed;
    play.start(versions[this.#loop.choose(version)]);
  }

  /** Forgets which loop gave more frames, for example because the player prefers another one. */
  forgetFrameRates(): void {
    this.#loop.reset();
  }
}

/** The title of a level for the player, with its number if it is in the catalog. */
export function titleOf({ playable: { index }, text: { title } }: OpenedLevel): string {
  return index === undefined ? title : `${index + 1} · ${title}`;
}
