import type { Outbox } from './outbox.ts';

// A telegram is a record of a method's name, the number of its arguments, and those.

/** Begins a telegram in an outbox: a record of this code. */
export function telegram(outbox: Outbox, code: number, name: string, args: readonly unknown[]): void {
  outbox.begin(code).push(name, args.length, ...args);
}

type Receiver = Readonly<Record<string, (...args: readonly unknown[]) => void>>;

/** Calls the method that a telegram names, of the first receiver that has it; it begins at `at` behind its code. Returns where the next record begins. */
export function readTelegram(words: readonly unknown[], at: number, receivers: readonly object[]): number {
  const first = at + 2;
  const end = first + (words[at + 1] as number);
  const name = words[at] as string;
  const receiver = receivers.find((one) => name in one) as Receiver;
  receiver[name]!(...words.slice(first, end));
  return end;
}
