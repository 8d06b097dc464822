import type { ConnectionInfo, LatencyController } from '@doha/paceline';
import { controllerOf } from './controller-of.ts';
import type { Transport } from './flow.ts';

/** A latency controller that records round trips. */
export interface RecordingController extends LatencyController {
  /** Round trips of acknowledged frames in ms. The reader empties the list. */
  readonly roundTrips: number[];
}

/** Returns the controller of a transport, with a record of round trips. */
export function recordingControllerOf(transport: Transport, connection: ConnectionInfo): RecordingController {
  const controller = controllerOf(transport, connection);
  const recording: RecordingController = {
    ...controller,
    roundTrips: [],
    acknowledged(acknowledged) {
      recording.roundTrips.push(acknowledged.roundTrip);
      controller.acknowledged?.(acknowledged);
    },
  };
  return recording;
}
