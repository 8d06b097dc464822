import { connectedPads } from './gamepads.ts';

/** A device that steers the robots. */
export type Device = 'keyboard' | 'gamepad' | 'touch';

/**
 * Calls `changed` with the device that the player uses: now, and whenever the player takes another one. A page without a keyboard begins
 * with touch.
 */
export function watchDevice(changed: (device: Device) => void): void {
  const atFirst = matchMedia('(pointer: coarse)').matches ? 'touch' : 'keyboard';
  let current: Device | undefined;
  const use = (device: Device): void => {
    if (device === current) return;
    current = device;
    changed(device);
  };
  addEventListener('keydown', () => use('keyboard'));
  addEventListener('pointerdown', ({ pointerType }) => pointerType === 'touch' && use('touch'));
  // Browsers report a gamepad when one of its buttons is pressed. The labels depend on the number of gamepads.
  for (const type of ['gamepadconnected', 'gamepaddisconnected'] as const) {
    addEventListener(type, () => {
      current = undefined;
      use(connectedPads().length > 0 ? 'gamepad' : atFirst);
    });
  }
  use(atFirst);
}
