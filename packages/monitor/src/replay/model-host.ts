import { VirtualHost } from '@doha/loop/virtual';

/** A host on simulated time that ignores errors of turns and display frames. In the recorded session these went to the platform, which continued. */
export class ModelHost extends VirtualHost {
  #guarded: WeakMap<(time: number) => void, (time: number) => void> = new WeakMap();

  override attach(turn: () => void): void {
    super.attach(guarded(turn));
  }

  override requestFrame(draw: (time: number) => void): void {
    const present = this.#guarded.get(draw) ?? guarded(draw);
    this.#guarded.set(draw, present);
    super.requestFrame(present);
  }

  override cancelFrame(draw: (time: number) => void): void {
    super.cancelFrame(this.#guarded.get(draw) ?? draw);
  }
}

function guarded<Args extends readonly unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      call(...args);
    } catch {
      // See the class.
    }
  };
}
