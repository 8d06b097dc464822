// ?by=loop|timeout|messages    mechanism of the wake-ups
// &period=33.3                 ms
// &load=idle|full              `full`: the loop also has more best-effort tasks than it can run
// &settle=500                  ms between the start of the page and the measurement
// &seconds=3
import { EventLoop, Timer } from '@doha/loop';
import { fill } from '../../../tools/pages/always-full.ts';
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';

/** Lateness of each wake-up in ms; negative if it was early. */
export interface FirmTimerReport {
  readonly lateness: readonly number[];
}

const query = new URLSearchParams(location.search);
const period = Number(query.get('period') ?? 33.3);
const seconds = Number(query.get('seconds') ?? 3);
const loop = new EventLoop();

/** Calls `wake` at each release time, endlessly. */
type Waker = (wake: (release: number) => void) => void;

const wakers: Readonly<Record<string, Waker>> = {
  loop(wake) {
    loop.submit(new Timer((_, release) => wake(release), { every: period, maxLateness: 0.1 }));
  },

  /** The common method: each wake-up computes the delay to the next release time, so that lateness does not add up. */
  timeout(wake) {
    let release = performance.now() + period;
    const next = (): void => {
      wake(release);
      release += period;
      setTimeout(next, release - performance.now());
    };
    setTimeout(next, period);
  },

  /** Occupies the whole thread: posts one message after another until the release time. */
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
if (waker === undefined)
  throw new RangeError('firm-timer.ts: the parameter by must be loop, timeout or messages');

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
