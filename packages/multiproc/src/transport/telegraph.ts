import { Code, type EnvelopeReader } from './envelope.ts';
import type { Outbox } from './outbox.ts';

/** The types of a function's arguments, as a tuple: `Parameters<F>`, for any `F`. */
// oxlint-disable-next-line typescript/no-explicit-any -- TypeScript takes it for Parameters<F> in generic functions only if both say the same
export type ArgumentsOf<F> = F extends (...args: infer A) => any ? A : never;

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

/** Writes a telegram into an outbox. */
export function telegram({ values, words }: Outbox, name: string, args: readonly unknown[]): void {
  words.add(Code.telegram).add(args.length);
  values.push(name, ...args);
}

/** Delivers the telegram whose code was read. `onError` gets what its receiver throws, so that the records behind it are read as well. */
export function readTelegram(
  reader: EnvelopeReader,
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
