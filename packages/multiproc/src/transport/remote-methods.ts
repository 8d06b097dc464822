import { Code, type MessageReader } from './message-format.ts';
import type { MessageWriter } from './message-writer.ts';
import type { Transferable } from '../platform-types.ts';

/** The types of a function's arguments, as a tuple: `Parameters<F>` for any `F`. */
// oxlint-disable-next-line typescript/no-explicit-any -- in generic functions, TypeScript accepts this type as Parameters<F> only if both have the result type any
export type ArgumentsOf<F> = F extends (...args: infer A) => any ? A : never;

/** Calls a method of `Methods` in another thread. The objects in `transfer` are transferred, not copied. */
export type Send<Methods> = <Name extends keyof Methods & string>(
  name: Name,
  args: ArgumentsOf<Methods[Name]>,
  transfer?: readonly Transferable[],
) => void;

/** Calls a method of `Methods` in the thread `to`. */
export type SendTo<To, Methods> = <Name extends keyof Methods & string>(
  to: To,
  name: Name,
  args: ArgumentsOf<Methods[Name]>,
  transfer?: readonly Transferable[],
) => void;

/** Writes the call of a remote method. */
export function writeCall({ values, words }: MessageWriter, name: string, args: readonly unknown[]): void {
  words.add(Code.call).add(args.length);
  values.push(name, ...args);
}

/** Reads a call whose code was read already, and calls the method. Errors of the method go to `onError`, so that the following records are still read. */
export function readCall(
  reader: MessageReader,
  receivers: readonly Receiver[],
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

/** The methods that another thread may call, by name. */
export type Receiver = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The names of the remote methods in an interface. An object that lacks one, or has another one, does not compile. */
export type NamesOf<Methods> = { readonly [Name in keyof Methods]: true };

/** Returns a receiver with these methods of an object. Its other methods cannot be called by another thread. */
export function receiver<Methods extends object>(target: Methods, names: NamesOf<Methods>): Receiver {
  const methods = target as Receiver;
  const entries = Object.keys(names).map((name) => [name, (...args: never[]) => methods[name]!(...args)]);
  return Object.fromEntries(entries) as Receiver;
}

/** Calls a method of the receiver that has it. Throws a TypeError if there is none. */
export function deliver(receivers: readonly Receiver[], name: string, args: readonly unknown[]): void {
  const found = receivers.find((one) => Object.hasOwn(one, name));
  if (found === undefined) throw new TypeError(`no method ${name} in this thread`);
  found[name]!(...(args as never[]));
}
