import type { LatencyController } from '@doha/paceline';
import { controllerOf } from './controller-of.ts';
import type { Transport } from './flow.ts';

/** A latency controller that records the longest round trip. */
export interface NotingController extends LatencyController {
  /** The longest round trip since the last reset to 0, in ms. */
  longest: number;
}

/** Returns the controller of a transport, with a record of the longest round trip. */
export function notingControllerOf(transport: Transport): NotingController {
  const controller = controllerOf(transport);
  const noting: NotingController = {
    ...controller,
    longest: 0,
    acknowledged(acknowledged) {
      noting.longest = Math.max(noting.longest, acknowledged.roundTrip);
      controller.acknowledged?.(acknowledged);
    },
  };
  return noting;
}
