import { watchMainThread } from '@doha/monitor/node';

// A process whose main thread is watched, or not: `watched.mjs <idle | busy> <limit in ms, or 0> <number of samples>`. It prints the samples as JSON.
const [work, limitText, countText] = process.argv.slice(2);
const [limit, count] = [Number(limitText), Number(countText)];

let stacks = 0;
const found = ({ stack }: { readonly stack: readonly unknown[] }): void =>
  void (stacks += Number(stack.length > 0));
const stop = limit > 0 ? watchMainThread({ limit, found }) : () => {};
await delay(500);
const samples: number[] = [];
while (samples.length < count) samples.push(await (work === 'idle' ? idle() : busy()));
stop();
process.stdout.write(JSON.stringify({ samples, stacks }));

/** Returns the CPU time of the process in one second without work, in ms. */
async function idle(): Promise<number> {
  const before = process.cpuUsage();
  await delay(1000);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1000;
}

/** Occupies the main thread for 300 ms, and returns the longest time in ms between two readings of the clock. */
async function busy(): Promise<number> {
  await delay(300);
  const start = performance.now();
  let [last, longest] = [start, 0];
  while (last < start + 300) {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await delay(200);
  return longest;
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
