import type { GameEvent } from '../../game/game-event.ts';
import type { PostedMutation } from '../../world/mutation.ts';
import type { Stage } from '../../world/stage.ts';
import type { LoadReport } from '../rebalance.ts';
import type { Schedule, Setup } from '../region-game.ts';
import type { Regions } from '../regions.ts';

// Type guards of the messages between threads. There are many messages, so the guards check only the members that the receiver reads first.

export function isSetup(data: unknown): data is Setup {
  const { regions, seed, thread, threadCount } = membersOf<Setup>(data);
  return (
    isRegions(regions) && Number.isFinite(seed) && Number.isInteger(thread) && thread! < Number(threadCount)
  );
}

export function isSchedule(data: unknown): data is Schedule {
  const { tick, time } = membersOf<Schedule>(data);
  return Number.isInteger(tick) && Number.isFinite(time);
}

export function isRegions(data: unknown): data is Regions {
  const { columns, owners, rows } = membersOf<Regions>(data);
  return Array.isArray(owners) && owners.length === Number(columns) * Number(rows);
}

export function isGenerations(data: unknown): data is Uint8Array {
  return data instanceof Uint8Array;
}

export function isStage(data: unknown): data is Stage {
  const { rewinds, taken } = membersOf<Stage>(data);
  return taken instanceof Uint8Array && Number.isInteger(rewinds);
}

export function areEvents(data: unknown): data is readonly GameEvent[] {
  return Array.isArray(data) && data.length > 0 && Number.isInteger(membersOf<GameEvent>(data[0]).entity);
}

export function isLoadReport(data: unknown): data is LoadReport {
  const { busy, counts, priorities, time } = membersOf<LoadReport>(data);
  const areLists = counts instanceof Float32Array && priorities instanceof Float32Array;
  return areLists && counts.length === priorities.length && Number.isFinite(busy) && Number.isFinite(time);
}

export function isMutation(data: unknown): data is PostedMutation {
  const { kind, source, target } = membersOf<PostedMutation>(data);
  return Number.isInteger(kind) && Number.isInteger(source) && Number.isInteger(target);
}

function membersOf<T>(data: unknown): Partial<T> {
  return data ?? {};
}
