import { storedBindings } from '../../tandem/app/store/preferences.ts';
import { Thumbs } from '../../tandem/app/controls/thumbs.ts';
import { Devices } from '../../tandem/input/devices.ts';
import type { Steering } from '../../tandem/input/steering.ts';

/** Events after which other keys may be held. */
const steeringEvents = [
  'keydown',
  'keyup',
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'blur',
];

/** The controls of the game while a session is recorded. At other times, the keys belong to the page. */
export class Controls {
  #devices: Devices;
  #undo = new AbortController();

  /** Adds the listeners. `area`: receives the thumbs. `steer`: called when other keys may be held. */
  constructor(area: HTMLElement, steer: (steering: Steering) => void) {
    const thumbs = new Thumbs();
    this.#devices = new Devices({
      area,
      bindings: storedBindings(),
      show: (touching) => thumbs.show(touching),
      changed: () => (thumbs.hands = this.#devices.steering.hands),
    });
    const options = { signal: this.#undo.signal };
    addEventListener('blur', () => this.#devices.releaseAll(), options);
    for (const type of steeringEvents) {
      addEventListener(type, () => steer(this.#devices.steering), options);
    }
  }

  /** The held keys of keyboard, thumbs and gamepads. The page reads them in each frame. */
  get steering(): Steering {
    this.#devices.read();
    return this.#devices.steering;
  }

  /** Removes the listeners. */
  stop(): void {
    this.#undo.abort();
    this.#devices.stop();
  }
}
