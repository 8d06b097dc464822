import { Thumbs } from '../../tandem/app/thumbs.ts';
import { defaultBindings } from '../../tandem/input/bindings.ts';
import { readGamepads } from '../../tandem/input/gamepads.ts';
import { Keyboard } from '../../tandem/input/keyboard.ts';
import { Steering } from '../../tandem/input/steering.ts';
import { Touch } from '../../tandem/input/touch.ts';

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
  #steering = new Steering();
  #keyboard = new Keyboard(this.#steering, defaultBindings);
  #touch: Touch;
  #undo = new AbortController();

  /** Adds the listeners. `area`: receives the thumbs. `steer`: called when other keys may be held. */
  constructor(area: HTMLElement, steer: (steering: Steering) => void) {
    const thumbs = new Thumbs();
    this.#touch = new Touch(this.#steering, area, (touching) => thumbs.show(touching));
    const options = { signal: this.#undo.signal };
    addEventListener('blur', () => this.#touch.releaseAll(), options);
    for (const type of steeringEvents) addEventListener(type, () => steer(this.#steering), options);
  }

  /** The held keys of keyboard, thumbs and gamepads. The page reads them in each frame. */
  get steering(): Steering {
    readGamepads(this.#steering, navigator.getGamepads?.() ?? []);
    return this.#steering;
  }

  /** Removes the listeners. */
  stop(): void {
    this.#undo.abort();
    this.#keyboard.stop();
    this.#touch.stop();
  }
}
