import {
  type CallbackNode,
  type FrameCallbackType,
  unstable_cancelCallback as cancelCallback,
  unstable_LowPriority as low,
  unstable_NormalPriority as normal,
  unstable_scheduleCallback as scheduleCallback,
  unstable_shouldYield as shouldYield,
  unstable_UserBlockingPriority as userBlocking,
} from 'scheduler';
import { classify } from './classify.ts';
import type { Contestant, Entity } from './contestant.ts';

const levels = [userBlocking, normal, low] as const;

/**
 * React's scheduler, used as React uses it: one callback for each class of priority, which continues after each `shouldYield`. Each frame cancels the
 * callbacks of the last frame, because their order is stale.
 */
export const reactScheduler: Contestant = {
  id: 'react',
  name: 'React’s scheduler',
  method: 'Three priorities, shouldYield after each update; each frame cancels stale work and draws.',
  start(scene) {
    let last: number | undefined;
    let callbacks: CallbackNode[] = [];
    let request = requestAnimationFrame(run);

    function run(time: number): void {
      request = requestAnimationFrame(run);
      const elapsed = time - (last ?? time - scene.step);
      last = time;
      for (const entity of scene.always) scene.update(entity, elapsed);
      scene.draw();
      callbacks.forEach(cancelCallback);
      callbacks = classify(scene, time).map((entities, i) =>
        scheduleCallback(levels[i]!, updating(entities, time)),
      );
    }

    function updating(entities: readonly Entity[], time: number): FrameCallbackType {
      let next = 0;
      return function updateSome() {
        while (next < entities.length) {
          const entity = entities[next++]!;
          scene.update(entity, time - entity.updatedAt);
          entity.updatedAt = time;
          if (shouldYield()) return updateSome;
        }
        return undefined;
      };
    }

    return () => {
      cancelAnimationFrame(request);
      callbacks.forEach(cancelCallback);
    };
  },
};
