import type { Bindings } from '../../tandem/input/bindings.ts';
import { Keyboard } from '../../tandem/input/keyboard.ts';
import { Steering } from '../../tandem/input/steering.ts';
import type { Key } from '../../tandem/world/robot/keys.ts';
import type { Held } from './messages.ts';

/** Calls `steer` at each change of the keys that the visitor holds: on the keyboard with the bindings of the game, or the buttons `pads` of a page. */
export function watchVisitorKeys(
  bindings: Bindings,
  pads: ReadonlyMap<HTMLElement, Key>,
  steer: (held: Held, timeStamp: number) => void,
): void {
  const steering = new Steering();
  let before: Held = [0, 0];
  const look = ({ timeStamp }: Event): void => {
    const held: Held = [steering.heldFor(0), steering.heldFor(1)];
    if (held[0] === before[0] && held[1] === before[1]) return;
    before = held;
    steer(held, timeStamp);
  };
  // Space and Enter activate the control that has the focus, and steer only if there is none.
  document.addEventListener('keydown', (event) => isForControl(event) && event.stopPropagation());
  const keyboard = new Keyboard(steering, bindings);
  addEventListener('pagehide', () => keyboard.releaseAll());
  for (const type of ['keydown', 'keyup', 'blur', 'pagehide']) addEventListener(type, look);
  bindPads(pads, steering, look);
}

function isForControl({ code, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return true;
  return (code === 'Space' || code === 'Enter') && target instanceof HTMLElement && target !== document.body;
}

function bindPads(
  pads: ReadonlyMap<HTMLElement, Key>,
  steering: Steering,
  look: (event: Event) => void,
): void {
  const pressed = new Map<HTMLElement, Key>();
  const change = (event: Event): void => {
    let keys = 0;
    for (const key of pressed.values()) keys |= key;
    steering.hold('pads', keys, keys);
    look(event);
  };
  for (const [pad, key] of pads) {
    pad.addEventListener('pointerdown', (event) => {
      pad.setPointerCapture(event.pointerId);
      pressed.set(pad, key);
      change(event);
    });
    pad.addEventListener('keydown', (event) => {
      if (event.code !== 'Space' && event.code !== 'Enter') return;
      pressed.set(pad, key);
      change(event);
    });
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture', 'keyup', 'blur']) {
      pad.addEventListener(type, (event) => {
        if (pressed.delete(pad)) change(event);
      });
    }
    pad.addEventListener('contextmenu', (event) => event.preventDefault()); // a long press
  }
}
