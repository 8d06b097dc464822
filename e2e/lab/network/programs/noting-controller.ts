import type { LatencyController } from '@doha/paceline';
import { controllerOf } from './controller-of.ts';
import type { Transport } from './flow.ts';

/** A latency controller that remembers the longest round trip. */
export interface NotingController extends LatencyController {
  /** Ms. */
  longest: number;
}

/** The controller of a transport, as one that notes. */
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
