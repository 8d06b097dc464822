import { Code, type MessageReader } from './message-format.ts';
import type { MessageWriter } from './message-writer.ts';

/** The types of a function's arguments, as a tuple: `Parameters<F>`, for any `F`. */
// oxlint-disable-next-line typescript/no-explicit-any -- TypeScript takes it for Parameters<F> in generic functions only if both say the same
export type ArgumentsOf<F> = F extends (...args: infer A) => any ? A : never;

/** Calls a method of `News` in another thread; `transfer` is moved there. */
export type Send<News> = <Name extends keyof News & string>(
  name: Name,
  args: ArgumentsOf<News[Name]>,
  transfer?: readonly Transferable[],
) => void;

/** As `Send`, for one of several threads. */
export type SendTo<To, News> = <Name extends keyof News & string>(
  to: To,
  name: Name,
  args: ArgumentsOf<News[Name]>,
  transfer?: readonly Transferable[],
) => void;

/** Writes a writeCall into an writer. */
export function writeCall({ values, words }: MessageWriter, name: string, args: readonly unknown[]): void {
  words.add(Code.call).add(args.length);
  values.push(name, ...args);
}

/** Delivers the writeCall whose code was read. `onError` gets what its receiver throws, so that the records behind it are read as well. */
export function readCall(
  reader: MessageReader,
  receivers: readonly object[],
  onError: (error: unknown) => void,
): void {
  const count = reader.word();
  const name = reader.value() as string;
  const args = reader.values(count);
  try {
    deliver(receivers, name, args);
  } catch (error) {
    onError(error);
  }
}

type Receiver = Readonly<Record<string, (...args: readonly unknown[]) => void>>;

/** Calls a method of the first receiver that has it. */
export function deliver(receivers: readonly object[], name: string, args: readonly unknown[]): void {
  const receiver = receivers.find((one) => name in one) as Receiver | undefined;
  if (receiver === undefined) throw new TypeError(`nobody here receives ${name}`);
  receiver[name]!(...args);
}
