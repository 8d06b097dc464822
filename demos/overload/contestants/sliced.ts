import type { Contestant, Entity } from './contestant.ts';

/** Time in ms of each frame that is left to the browser. */
const margin = 2;
const updatesPerReading = 8;
/** Entities are sorted into classes of this many per unit of priority; from priority 4 on they are equal. */
const classesPerUnit = 8;
const classCount = 4 * classesPerUnit + 1;

/**
 * The loop that a good engineer writes by hand when the plain one has become too slow. Each frame sorts the entities into classes of priority, updates
 * from the highest class down until the time is over, and draws.
 */
export const sliced: Contestant = {
  id: 'sliced',
  name: 'Hand-written slicer',
  method: 'Each frame updates entities by classes of priority until its time is over, and draws.',
  start(scene) {
    const classes = Array.from({ length: classCount }, (): Entity[] => []);
    let last: number | undefined;
    let drawing = 0; // mean time of `draw` in ms
    let request = requestAnimationFrame(run);

    function run(time: number): void {
      request = requestAnimationFrame(run);
      const started = performance.now();
      const elapsed = time - (last ?? time - scene.step);
      last = time;
      for (const entity of scene.always) scene.update(entity, elapsed);
      sort(time);
      updateUntil(started + scene.step - margin - drawing, time);
      const updated = performance.now();
      scene.draw();
      drawing += (performance.now() - updated - drawing) * 0.1;
    }

    function sort(time: number): void {
      for (const one of classes) one.length = 0;
      for (const entity of scene.waiting()) {
        const priority = scene.priority(entity, time - entity.updatedAt);
        classes[Math.min(classCount - 1, Math.floor(priority * classesPerUnit))]!.push(entity);
      }
    }

    function updateUntil(deadline: number, time: number): void {
      let done = 0;
      for (let i = classCount - 1; i >= 0; i--) {
        for (const entity of classes[i]!) {
          if (++done % updatesPerReading === 0 && performance.now() >= deadline) return;
          scene.update(entity, time - entity.updatedAt);
          entity.updatedAt = time;
        }
      }
    }

    return () => cancelAnimationFrame(request);
  },
};
