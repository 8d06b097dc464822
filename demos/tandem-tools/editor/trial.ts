import { LevelPlay } from '../../tandem/app/play/level-play.ts';
import { storedBindings } from '../../tandem/app/store/preferences.ts';
import type { Version } from '../../tandem/game/game.ts';
import { Devices } from '../../tandem/input/devices.ts';
import type { Level } from '../../tandem/world/level.ts';

/** A level that is tried out in the editor, with the player's own keys. */
export class Trial {
  readonly play: LevelPlay;
  #devices: Devices;

  /** Starts the level with the loop `version`. `won` is called when it is finished. */
  constructor(level: Level, canvas: HTMLCanvasElement, version: Version, won: () => void) {
    this.#devices = new Devices({ area: canvas, bindings: storedBindings() });
    this.play = new LevelPlay({
      level,
      seed: 1,
      canvas,
      steering: this.#devices.steering,
      readDevices: () => this.#devices.read(),
      shake: 0.7,
      onEvent: ({ name }) => name === 'win' && won(),
      playNote: () => {},
    });
    this.play.start(version);
  }

  redraw(): void {
    this.play.redraw();
  }

  end(): void {
    this.play.pause();
    this.#devices.stop();
  }
}
