import type { ConnectionInfo, LatencyController } from '@doha/paceline';
import { controllerOf } from './controller-of.ts';
import type { Transport } from './flow.ts';

/** A latency controller that records the longest round trip. */
export interface RecordingController extends LatencyController {
  /** The longest round trip since the last reset to 0, in ms. */
  longest: number;
}

/** Returns the controller of a transport, with a record of the longest round trip. */
export function recordingControllerOf(transport: Transport, connection: ConnectionInfo): RecordingController {
  const controller = controllerOf(transport, connection);
  const recording: RecordingController = {
    ...controller,
    longest: 0,
    acknowledged(acknowledged) {
      recording.longest = Math.max(recording.longest, acknowledged.roundTrip);
      controller.acknowledged?.(acknowledged);
    },
  };
  return recording;
}
