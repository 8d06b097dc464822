import type { Platform, RunTime } from './flow.ts';

/** Waits for the warm-up and the measured time. Resolves to the CPU time of this endpoint during the measured time, in ms. */
export async function measureCpuTime({ seconds, warmup }: RunTime, platform: Platform): Promise<number> {
  await pause(1000 * warmup);
  platform.report('from');
  const before = await platform.cpu();
  await pause(1000 * (seconds - warmup));
  platform.report('to');
  return (await platform.cpu()) - before;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
