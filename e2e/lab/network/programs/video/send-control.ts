import { every } from '../every.ts';
import type { ControlPlan, Platform } from '../flow.ts';
import type { Outlet } from '../outlets/outlet.ts';
import { controlPriority, controlRate, controlSize, messageOf } from './video.ts';

const usual: ControlPlan = { bytes: controlSize, period: 1000 / controlRate };

/** Sends control messages. `video`: the index, within the flow, of the video that they belong to. */
export function sendControl(
  outlet: Outlet,
  video: number,
  platform: Platform,
  { bytes: size, period }: ControlPlan = usual,
): void {
  every(period, (frame) => {
    const bytes = new Uint8Array(size);
    bytes.set(messageOf({ sentAt: platform.now(), video, layer: undefined, frame }));
    outlet({ bytes, priority: controlPriority });
  });
}
