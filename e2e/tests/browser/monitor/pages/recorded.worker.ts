import { Recorder, serveRecorder } from '@doha/monitor';
import { expose } from '@doha/multiproc/worker';
import { spin } from '../../../../tools/pages/spin.ts';

const recorder = new Recorder();

/** A worker whose tasks are recorded. */
export const recorded = expose({ spin, end: (): void => close() }, { probe: recorder.worker() }).accept(
  'monitor',
  (port) => serveRecorder(recorder, port),
);
