import type { Acknowledged, LatencyController, Path } from '../control/latency-controller.ts';

/** A controller of the application that may throw: `failed` is told after the current turn, and the budget is 0. */
export function guardedController(
  controller: LatencyController,
  failed: (error: unknown) => void,
): LatencyController {
  const fail = (error: unknown): void => queueMicrotask(() => failed(error));
  const guard = <T>(call: () => T, instead: T): T => {
    try {
      return call();
    } catch (error) {
      fail(error);
      return instead;
    }
  };
  const guarded: Partial<LatencyController> = {
    get looksAgain() {
      return guard(() => controller.looksAgain!, Infinity);
    },
    budget: (path: Path) => guard(() => controller.budget(path), 0),
    acknowledged: (acknowledged: Acknowledged) =>
      guard(() => controller.acknowledged?.(acknowledged), undefined),
  };
  // What else the application has put there is found there.
  return Object.create(controller, Object.getOwnPropertyDescriptors(guarded)) as LatencyController;
}
