import { checkBudget, checkController } from './check-controller.ts';
import type { Acknowledged, LatencyController, Path } from './latency-controller.ts';

/**
 * Makes a controller of the application, which may throw. If it does, or cannot be made, `failed` is told after the current turn, and the budget is 0: in
 * the middle of a change of the session nothing else can be done.
 */
export function guardedController(
  newController: () => LatencyController,
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
  const controller = guard(() => checkController('controller', newController()), broken);
  const guarded: Partial<LatencyController> = {
    get looksAgain() {
      return guard(() => controller.looksAgain!, Infinity);
    },
    budget: (path: Path) => guard(() => checkBudget(controller.budget(path)), 0),
    acknowledged: (acknowledged: Acknowledged) =>
      guard(() => controller.acknowledged?.(acknowledged), undefined),
  };
  // What else the application has put there is found there.
  return Object.create(controller, Object.getOwnPropertyDescriptors(guarded)) as LatencyController;
}

const broken: LatencyController = { name: 'broken', budget: () => 0 };
