import { reportRejection } from '../callbacks/guard.ts';
import { checkBudget, checkController } from './check-controller.ts';
import type { Acknowledged, LatencyController, Path } from './latency-controller.ts';

/**
 * Makes a controller of the application, which may throw. If it throws, or cannot be made, `failed` is called after the current turn, and the budget is 0: in
 * the middle of a change of the session nothing else can be done.
 */
export function guardedController(
  newController: () => LatencyController,
  failed: (error: unknown) => void,
): LatencyController {
  const fail = (error: unknown): void => queueMicrotask(() => failed(error));
  const rejected = { reportError: fail };
  const watched = <T>(result: T): T => {
    reportRejection(rejected, result);
    return result;
  };
  let controller = broken;
  try {
    controller = checkController('controller', watched(newController()));
  } catch (error) {
    fail(error);
  }
  // Called for each message, so a new function per call would be garbage.
  const guarded: Partial<LatencyController> = {
    get looksAgain() {
      try {
        return watched(controller.looksAgain!);
      } catch (error) {
        fail(error);
        return Infinity;
      }
    },
    budget(path: Path) {
      try {
        return checkBudget(watched(controller.budget(path)), controller, path);
      } catch (error) {
        fail(error);
        return 0;
      }
    },
    acknowledged(acknowledged: Acknowledged) {
      try {
        watched(controller.acknowledged?.(acknowledged));
      } catch (error) {
        fail(error);
      }
    },
  };
  // Other members of the application's controller are inherited.
  return Object.create(controller, Object.getOwnPropertyDescriptors(guarded)) as LatencyController;
}

const broken: LatencyController = { name: 'broken', looksAgain: Infinity, budget: () => 0 };
