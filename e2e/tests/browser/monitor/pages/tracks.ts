import { EventLoop, Task } from '@doha/loop';
import { named, Recorder, showTracks } from '@doha/monitor';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';

const recorder = new Recorder();
const loop = new EventLoop({ probe: recorder.loop() });
const stop = showTracks(recorder, { group: 'game' });
loop.submit(new Task(named('move enemies', () => {})), 1);
await new Promise((resolve) => setTimeout(resolve, 50));
stop();
leaveReport({ entries: performance.getEntriesByType('measure').length });
