import { EventLoop, Frame, Task, Timer } from '@doha/loop';
import { open } from 'node:fs/promises';
import { named } from '../recording/named.ts';
import { Recorder } from '../recording/recorder.ts';
import { RecordingWriter } from '../file/recording-writer.ts';

// A program that writes a recording file, whose path is its argument: a timer that is late because of a long task, and a frame whose updates do not fit.
const file = await open(process.argv[2]!, 'w');
const recorder = new Recorder();
const follower = recorder.follow();
const writer = new RecordingWriter((bytes) => file.appendFile(bytes), { origin: performance.timeOrigin });
const loop = new EventLoop({ probe: recorder.loop() });

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const enemies = Array.from({ length: 10 }, () => ({}));
const frame = new Frame({
  entities: enemies,
  priority: () => 1,
  update: () => work(4),
  probe: recorder.frame('enemies'),
});
const flush = (): void => void writer.records(follower.take());

await new Promise<void>((resolve) => {
  loop.submit(new Task(named('block', () => recorder.span('parse', () => work(30)))), 1);
  loop.submit(new Timer(named('tick', flush), { every: 5 }));
  loop.submit(
    new Timer(
      named('stop', () => resolve()),
      { after: 60 },
    ),
  );
});
loop.dispose();
frame.run({ elapsed: 20, budget: 8 });
frame.run({ elapsed: 20, budget: 8 });
flush();
await writer.close();
await file.close();
