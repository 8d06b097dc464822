import { reportRejection } from '../callbacks/guard.ts';
import { checkBudget, checkController, checkDeliveryRate } from './check-controller.ts';
import type { Acknowledged, LatencyController, Path } from './latency-controller.ts';

/**
 * Creates a controller of the application, and catches its errors. If a method throws, or the
 * controller cannot be created, `failed` is called in a microtask, because the session may be in
 * the middle of a change. If `budget` throws, or there is no controller, the budget is 0.
 */
export function guardedController(
  newController: () => LatencyController,
  failed: (error: unknown) => void,
): LatencyController {
  const fail = (error: unknown): void => queueMicrotask(() => failed(error));
  const rejectionReporter = { reportError: fail };
  const watched = <T>(result: T): T => {
    reportRejection(rejectionReporter, result);
    return result;
  };
  let controller = broken;
  try {
    controller = checkController('controller', watched(newController()));
  } catch (error) {
    fail(error);
  }
  // The methods are called for each message, so each has its own `try`: a shared wrapper would take
  // a function, which each call would allocate.
  const guarded: Partial<LatencyController> = {
    get pollInterval() {
      try {
        return watched(controller.pollInterval!);
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
    rate() {
      try {
        return checkDeliveryRate(watched(controller.rate?.()));
      } catch (error) {
        fail(error);
        return undefined;
      }
    },
    closed() {
      try {
        watched(controller.closed?.());
      } catch (error) {
        fail(error);
      }
    },
  };
  // Other members of the application's controller are inherited.
  return Object.create(controller, Object.getOwnPropertyDescriptors(guarded)) as LatencyController;
}

const broken: LatencyController = { name: 'broken', pollInterval: Infinity, budget: () => 0 };
