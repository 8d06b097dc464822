import { DutyCycle } from '../duty-cycle.ts';
import { doWork, type Work } from './work.ts';

// The control: a plain worker without DOHA. Each message is a task, or the factor by which the
// worker is slowed down from then on.
const dutyCycle = new DutyCycle();
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Work | number>) => void;
  postMessage: (samples: Uint8ClampedArray, transfer: readonly Transferable[]) => void;
};

scope.onmessage = ({ data }) => {
  if (typeof data === 'number') return dutyCycle.slowDown(data);
  const samples = dutyCycle.run(() => doWork(data));
  scope.postMessage(samples, [samples.buffer]);
};
