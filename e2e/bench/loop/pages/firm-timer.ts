// ?by=loop|timeout|messages    who wakes at the release time
// &period=33.3                 ms
// &load=idle|full              whether the loop has best-effort tasks as well, always more than it can run
// &settle=500                  ms that the page may come up before it is looked at
// &seconds=3
import { EventLoop, Timer } from '@doha/loop';
import { fill } from '../../../tools/pages/always-full.ts';
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';

/** By how many ms each wake-up was late; negative: early. */
export interface FirmTimerReport {
  readonly lateness: readonly number[];
}

const query = new URLSearchParams(location.search);
const period = Number(query.get('period') ?? 33.3);
const seconds = Number(query.get('seconds') ?? 3);
const loop = new EventLoop();

/** Calls `wake` with each release time, for ever. */
type Waker = (wake: (release: number) => void) => void;

const wakers: Readonly<Record<string, Waker>> = {
  loop(wake) {
    loop.submit(new Timer((_, release) => wake(release), { every: period, maxLateness: 0.1 }));
  },

  /** As one does it by hand: from each wake-up to the next release time, so that lateness does not add up. */
  timeout(wake) {
    let release = performance.now() + period;
    const next = (): void => {
      wake(release);
      release += period;
      setTimeout(next, release - performance.now());
    };
    setTimeout(next, period);
  },

  /** Burns the thread: a message after each message until it is time. */
  messages(wake) {
    let release = performance.now() + period;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (performance.now() >= release) {
        wake(release);
        release += period;
      }
      port2.postMessage(0);
    };
    port2.postMessage(0);
  },
};

const waker = wakers[query.get('by') ?? 'loop'];
if (waker === undefined) throw new RangeError('Wake on time: by must be loop, timeout or messages');

if (query.get('load') === 'full') {
  const steps = 50 * stepsPerMicrosecond();
  fill(loop, () => spin(steps));
}

setTimeout(
  () => {
    const end = performance.now() + seconds * 1000;
    const lateness: number[] = [];
    waker((release) => {
      const now = performance.now();
      lateness.push(now - release);
      if (now >= end) leaveReport<FirmTimerReport>({ lateness });
    });
  },
  Number(query.get('settle') ?? 500),
);
