import type { PublishedTable, Replica, SharedState } from '@doha/multiproc/shared';
import { agentSchema } from '../agent-schema.ts';

let agents: PublishedTable<typeof agentSchema> | undefined;
let watched: Replica<{ angle: 'f32' }> | undefined;

/** Functions that write the table of agents, or read a replica of it. */
export function agentFunctions(shared: () => SharedState) {
  /** Writes a table of `count` agents. All their fields have the value `number`. */
  const writeAgents = (count: number, number: number, time: number): void => {
    agents ??= shared().table('agents', agentSchema, { capacity: 4 });
    while (agents.count > count) agents.remove(agents.ids[agents.count - 1]!);
    while (agents.count < count) agents.add(shared().nextId());
    agents.columns.position.fill(number, 0, 2 * count);
    agents.columns.angle.fill(number, 0, count);
    agents.columns.health.fill(number, 0, count);
    agents.commit(time);
  };

  return {
    writeAgents,

    /** Writes a table of `count` agents. The position and the angle of an agent equal its row index. */
    spreadAgents(count: number): void {
      writeAgents(0, 0, shared().now); // removes rows that an earlier call has written
      writeAgents(count, 0, shared().now);
      for (let row = 0; row < count; row++) {
        agents!.columns.position.set([row, row], 2 * row);
        agents!.columns.angle[row] = row;
      }
      agents!.commit();
    },

    closeAgents(): void {
      agents!.close();
      agents = undefined;
    },

    async watchAgents(): Promise<void> {
      watched ??= await shared().replica('agents', { angle: 'f32' });
    },

    countAgents(): number {
      watched!.advance();
      return watched!.at().count;
    },

    /** Blocks for 20 ms at a time until there are at least `count` agents. */
    async awaitAgents(count: number): Promise<number> {
      watched ??= await shared().replica('agents', { angle: 'f32' });
      for (let turn = 0; turn < 500; turn++) {
        watched.wait(20);
        watched.advance();
        if (watched.at().count >= count) return watched.at().count;
        await new Promise((resolve) => setTimeout(resolve)); // a message may announce more memory
      }
      throw new Error(`there must be ${count} agents within 500 waits`);
    },

    /** Sets `marks[0]` to 1 and blocks until the table of agents is closed. Returns the number of remaining rows. */
    async awaitEnd(marks: Int32Array): Promise<number> {
      const replica = await shared().replica('agents', { angle: 'f32' });
      replica.advance();
      Atomics.store(marks, 0, 1);
      while (!replica.wait(Infinity)) await new Promise((resolve) => setTimeout(resolve));
      replica.advance();
      const { count } = replica.at();
      replica.close();
      return count;
    },

    /**
     * Opens a replica of agents and executes steps: `w` waits for a commit, `n` checks for a commit without blocking, `a` advances, `t`
     * receives messages. Returns the result of each step except `t`.
     */
    async readAgents(steps: string): Promise<boolean[]> {
      const replica = await shared().replica('agents', { angle: 'f32' });
      const given: boolean[] = [];
      for (const step of steps) {
        if (step === 't') await new Promise((resolve) => setTimeout(resolve));
        else given.push(step === 'a' ? replica.advance() : replica.wait(step === 'w' ? Infinity : 0));
      }
      replica.close();
      return given;
    },
  };
}
