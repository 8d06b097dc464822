import type { Bindings } from './bindings.ts';
import { Gamepads } from './gamepads.ts';
import { Keyboard } from './keyboard.ts';
import { Steering } from './steering.ts';
import { type Thumb, Touch } from './touch.ts';

export interface DevicesOptions {
  /** The element that thumbs touch. */
  readonly area: HTMLElement;
  readonly bindings: Bindings;
  /** Shows the thumbs; called whenever they change. */
  readonly show?: (thumbs: Iterable<Thumb>) => void;
  /** Called when the hands steer other robots than before. */
  readonly changed?: () => void;
}

/** All devices that steer the robots: keyboard, thumbs and gamepads. */
export class Devices {
  readonly steering: Steering;
  #keyboard: Keyboard;
  #touch: Touch;
  #gamepads: Gamepads;

  constructor({ area, bindings, changed, show }: DevicesOptions) {
    this.steering = new Steering(changed);
    this.#keyboard = new Keyboard(this.steering, bindings);
    this.#touch = new Touch(this.steering, area, show);
    this.#gamepads = new Gamepads(this.steering);
  }

  /** Reads the devices that send no events; to be called in each step. */
  read(): void {
    this.#gamepads.steer();
  }

  /** Uses other keys from now on. */
  bind(bindings: Bindings): void {
    this.#keyboard.bind(bindings);
  }

  releaseAll(): void {
    this.#keyboard.releaseAll();
    this.#touch.releaseAll();
    this.#gamepads.releaseAll();
  }

  /** Removes all listeners. */
  stop(): void {
    this.#keyboard.stop();
    this.#touch.stop();
    this.#gamepads.releaseAll();
  }
}
