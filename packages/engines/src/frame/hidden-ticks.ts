/** Waits for the number of milliseconds in a message, then answers. */
const WORKER = 'onmessage = ({ data }) => setTimeout(() => postMessage(0), data);';

/**
 * Calls `tick` about every `period` ms, also while the page is hidden, when browsers limit the timers of the page to one call per second. The timers of a
 * worker are not limited. The next period begins when `tick` has returned, so ticks do not pile up under load. Returns a function that ends the ticks.
 *
 * If the page's content security policy forbids a worker from a Blob URL, `onRefused` is called with an error, and the ticks come from a timer of the page.
 */
export function startHiddenTicks(
  period: number,
  tick: () => void,
  onRefused: (error: Error) => void,
): () => void {
  let stop = (): void => {};
  const refuse = (cause: unknown): void => {
    stop();
    const timer = setInterval(tick, period);
    stop = () => clearInterval(timer);
    onRefused(
      new Error(
        "EngineFrame: whenHidden: 'run' needs a worker, which could not be started; the content security policy must allow worker-src blob:. The hidden page makes its steps about once per second",
        { cause },
      ),
    );
  };
  try {
    stop = startWorker(period, tick, refuse);
  } catch (error) {
    refuse(error);
  }
  return () => stop();
}

function startWorker(period: number, tick: () => void, onFailure: (cause: unknown) => void): () => void {
  const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    URL.revokeObjectURL(url);
  };
  try {
    worker = new Worker(url);
  } catch (error) {
    stop();
    throw error;
  }
  worker.onmessage = () => {
    if (worker === undefined) return; // a message that was sent before the end
    tick();
    worker?.postMessage(period); // `tick` may have ended the ticks
  };
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(event);
  };
  worker.postMessage(period);
  return stop;
}
