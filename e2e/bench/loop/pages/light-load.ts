// ?by=loop|frames     the loop's everyFrame, or requestAnimationFrame as one writes it by hand
// &steps=250000       how much each simulation step spins; without it the page only says how fast this machine is
import { EventLoop, everyFrame } from '@doha/loop';
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';

/** Counts that go on while the page runs; or how fast the machine is. */
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

const rhythms: Readonly<Record<string, () => void>> = {
  loop() {
    everyFrame(new EventLoop(), { rate: 60, simulate: { tick: simulate }, draw });
  },

  /** Fixed steps from an accumulator whose debt is clamped. */
  frames() {
    const step = 1000 / 60;
    let last = performance.now();
    let debt = 0;
    requestAnimationFrame(function frame(now) {
      requestAnimationFrame(frame);
      debt = Math.min(debt + now - last, 5 * step);
      last = now;
      for (; debt >= step; debt -= step) simulate();
      draw(debt / step);
    });
  },
};

if (steps === 0) leaveReport<LightLoadReport>({ ...report, stepsPerMicrosecond: stepsPerMicrosecond() });
else {
  rhythms[query.get('by') ?? 'loop']!();
  leaveReport<LightLoadReport>(report);
}
