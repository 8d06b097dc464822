import type { Entities, SharedState, ThreadIndex } from '@doha/multiproc/shared';
import { robotHost } from '../robot-host.ts';

const robots = new Map<number, unknown[]>();
const lost: number[] = [];
let entities: Entities<unknown[], unknown>;

/** Functions that create, change and move robots. */
export function robotFunctions(shared: () => SharedState) {
  return {
    /** Creates an entity. Its state is the list of its mutations. */
    makeRobot(...state: readonly unknown[]): number {
      const id = shared().nextId();
      robots.set(id, [...state]);
      entities.own(id);
      return id;
    },

    changeRobot(id: number, changes: readonly unknown[]): void {
      for (const change of changes) entities.mutate(id, change);
    },

    /** Sends a mutation that cannot be copied. */
    spoilRobot: (id: number): void => entities.mutate(id, () => {}),

    moveRobot: (id: number, to: ThreadIndex): void => entities.migrate(id, to),

    removeRobot(id: number): void {
      robots.delete(id);
      entities.disown(id);
    },

    /** The state of a robot; undefined if this worker does not own it. */
    robot: (id: number): readonly unknown[] | undefined => (entities.has(id) ? robots.get(id) : undefined),

    /** Entities that were lost with another worker. */
    lostRobots: (): readonly number[] => lost,
  };
}

/** Makes this thread able to own robots. */
export function openRobots(shared: SharedState): void {
  entities = shared.entities('robots', robotHost(robots, lost));
}
