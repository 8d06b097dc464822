import type { Bytes } from '../../bytes/bytes.ts';
import { saveRecording } from '../../file/save-recording.ts';
import type { RecordingData } from '../../recording/recording-data.ts';
import { perfettoTrace } from '../../trace/perfetto-trace.ts';
import { traceEvents } from '../../trace/trace-events.ts';
import type { FileFormat } from './file-formats.ts';

/** Returns the contents of a file of a recording. */
export function savedFile(format: FileFormat, recording: RecordingData): Bytes | string {
  switch (format) {
    case 'doharec':
      return saveRecording(recording);
    case 'pftrace':
      return perfettoTrace(recording);
    case 'json':
      return JSON.stringify(traceEvents(recording));
    default:
      return format satisfies never;
  }
}
