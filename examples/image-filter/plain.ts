import type { Area, Pixels } from './bilateral.ts';
import { connect, image, pixelsAround } from './page.ts';
import { centerDistance } from './tiles.ts';

/** A waiting tile. */
interface Job {
  readonly tile: Area;
  readonly radius: number;
  readonly distance: number;
  readonly resolve: (pixels: Pixels | undefined) => void;
  readonly reject: (error: Error) => void;
}

const workers = Array.from({ length: Math.max(1, navigator.hardwareConcurrency - 1) }, startWorker);
const idle = [...workers];
const waiting = new Set<Job>();

connect(
  (tile, radius, signal) =>
    new Promise((resolve, reject) => {
      const job: Job = { tile, radius, distance: centerDistance(tile, image), resolve, reject };
      waiting.add(job);
      signal.addEventListener('abort', () => {
        if (waiting.delete(job)) resolve(undefined);
      });
      startJobs();
    }),
  workers.length,
);

/** Gives each idle worker the waiting tile that is nearest to the middle of the image. */
function startJobs(): void {
  while (idle.length > 0 && waiting.size > 0) {
    const [job] = [...waiting].toSorted((one, other) => one.distance - other.distance);
    waiting.delete(job!);
    runIn(idle.pop()!, job!);
  }
}

function runIn(worker: Worker, { radius, reject, resolve, tile }: Job): void {
  const { area, pixels } = pixelsAround(tile, radius);
  worker.onmessage = ({ data }: MessageEvent<Pixels>) => {
    idle.push(worker);
    startJobs();
    resolve(data);
  };
  worker.onerror = ({ message }) => {
    worker.terminate();
    idle.push(startWorker());
    startJobs();
    reject(new Error(message));
  };
  worker.postMessage({ pixels, area, radius }, [pixels.data.buffer]);
}

function startWorker(): Worker {
  return new Worker(new URL('./plain.worker.ts', import.meta.url), { type: 'module' });
}
