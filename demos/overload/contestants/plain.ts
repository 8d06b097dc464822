import type { Contestant } from './contestant.ts';

/**
 * The longest time in ms that a frame simulates, so that a return from another tab does not move everything by seconds. No overloaded frame takes as long.
 */
const maxElapsed = 1000;

/**
 * The plain loop of most engines: each frame updates everything by the time since the last frame, and draws. Fixed steps would make an overloaded
 * scene slower still, because each late frame would then need several updates of everything.
 */
export const plain: Contestant = {
  id: 'plain',
  name: 'Plain loop',
  method: 'Each frame updates everything by the elapsed time, and draws.',
  start(scene) {
    let last: number | undefined;
    let request = requestAnimationFrame(function run(time: number): void {
      request = requestAnimationFrame(run);
      const elapsed = Math.min(time - (last ?? time - scene.step), maxElapsed);
      last = time;
      for (const entity of scene.always) scene.update(entity, elapsed);
      for (const entity of scene.waiting()) scene.update(entity, elapsed);
      scene.draw();
    });
    return () => cancelAnimationFrame(request);
  },
};
