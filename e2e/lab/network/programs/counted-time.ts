import type { Platform, RunTime } from './flow.ts';

/** Waits until the time that counts is over, and resolves to the ms of CPU that this end has used in it. */
export async function countedTime({ seconds, warmup }: RunTime, platform: Platform): Promise<number> {
  await pause(1000 * warmup);
  platform.tell('from');
  const before = await platform.cpu();
  await pause(1000 * (seconds - warmup));
  platform.tell('to');
  return (await platform.cpu()) - before;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
