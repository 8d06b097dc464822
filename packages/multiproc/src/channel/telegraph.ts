// A telegram is a record of a method's name, the number of its arguments, and those.

/** What is passed to a function. */
export type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;

/** Calls a method of `News` in another thread; `transfer` is moved there. */
export type Tell<News> = <Name extends keyof News & string>(
  name: Name,
  args: ArgumentsOf<News[Name]>,
  transfer?: readonly Transferable[],
) => void;

/** As `Tell`, for one of several threads. */
export type TellTo<To, News> = <Name extends keyof News & string>(
  to: To,
  name: Name,
  args: ArgumentsOf<News[Name]>,
  transfer?: readonly Transferable[],
) => void;

/** Writes a telegram into a record that has begun. */
export function telegram(record: unknown[], name: string, args: readonly unknown[]): void {
  record.push(name, args.length, ...args);
}

/** Delivers the telegram whose name is at `at`. Returns where the next record begins. */
export function readTelegram(words: readonly unknown[], at: number, receivers: readonly object[]): number {
  const first = at + 2;
  const end = first + (words[at + 1] as number);
  deliver(receivers, words[at] as string, words.slice(first, end));
  return end;
}

type Receiver = Readonly<Record<string, (...args: readonly unknown[]) => void>>;

/** Calls a method of the first receiver that has it. */
export function deliver(receivers: readonly object[], name: string, args: readonly unknown[]): void {
  const receiver = receivers.find((one) => name in one) as Receiver;
  receiver[name]!(...args);
}
