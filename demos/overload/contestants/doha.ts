import { EventLoop, everyFrame, Frame } from '@doha/loop';
import type { Contestant, Entity } from './contestant.ts';

/** Time in ms that an input event gives to updates: Chromium runs no tasks between the event and the next display frame. */
const budgetOfInput = 4;

/** DOHA's loop: the priority of the scene is the policy of its `Frame`. */
export const doha: Contestant = {
  id: 'doha',
  name: 'DOHA',
  method: 'A Frame of @doha/loop with the priority of the scene as its policy.',
  start(scene) {
    const loop = new EventLoop();
    const frame = new Frame<Entity>({
      always: scene.always,
      entities: { [Symbol.iterator]: () => scene.waiting()[Symbol.iterator]() },
      priority: (entity, age) => scene.priority(entity, age),
      update: (entity, elapsed) => scene.update(entity, elapsed),
    });
    everyFrame(loop, { simulate: frame, draw: () => scene.draw() });
    scene.whenInput(() => loop.run({ budget: budgetOfInput }));
    return () => loop.dispose();
  },
};
