import { join } from '@doha/multiproc/shared';
import { expose } from '@doha/multiproc/worker';

export const crowd = join(
  expose({
    /** Creates people, and moves them 30 times per second. */
    walk(count: number): void {
      const people = crowd.table('people', { position: 'vec2' }, { capacity: count });
      for (let i = 0; i < count; i++) people.add(crowd.nextId());
      people.commit(); // makes all changes visible together
      setInterval(() => {
        const { position } = people.columns;
        for (let row = 0; row < people.count; row++) position[2 * row]! += 1;
        people.commit();
        crowd.publish('steps', position[0]);
      }, 33);
    },
  }),
);
