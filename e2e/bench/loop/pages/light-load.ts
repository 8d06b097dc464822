// ?by=loop|frames     everyFrame of the loop, or a loop with requestAnimationFrame that is written by hand
// &steps=250000       steps of `spin` in each simulation step; without it the page only reports the speed of the machine
import { EventLoop, everyFrame } from '@doha/loop';
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';

/** Counters that increase while the page runs, or the speed of the machine. */
export interface LightLoadReport {
  simulated: number;
  drawn: number;
  readonly stepsPerMicrosecond?: number;
}

const query = new URLSearchParams(location.search);
const steps = Number(query.get('steps') ?? 0);
const report: LightLoadReport = { simulated: 0, drawn: 0 };
const canvas = document.querySelector('canvas')!.getContext('2d')!;

function simulate(): void {
  report.simulated++;
  spin(steps);
}

function draw(alpha: number): void {
  report.drawn++;
  canvas.clearRect(0, 0, 320, 180);
  canvas.fillStyle = '#58c';
  for (let box = 0; box < 20; box++)
    canvas.fillRect(box * 16, 80 + 40 * Math.sin(report.simulated + alpha + box), 12, 12);
}

const loops: Readonly<Record<string, () => void>> = {
  loop() {
    everyFrame(new EventLoop(), { rate: 60, simulate: { tick: simulate }, draw });
  },

  /** Fixed steps from an accumulator that is limited to five steps. */
  frames() {
    const step = 1000 / 60;
    let last = performance.now();
    let accumulator = 0;
    requestAnimationFrame(function frame(now) {
      requestAnimationFrame(frame);
      accumulator = Math.min(accumulator + now - last, 5 * step);
      last = now;
      for (; accumulator >= step; accumulator -= step) simulate();
      draw(accumulator / step);
    });
  },
};

if (steps === 0) leaveReport<LightLoadReport>({ ...report, stepsPerMicrosecond: stepsPerMicrosecond() });
else {
  loops[query.get('by') ?? 'loop']!();
  leaveReport<LightLoadReport>(report);
}
