/** Values that a program can wait for. */
type Awaitable = PromiseLike<unknown> | AsyncIterator<unknown>;

/** Names of the members of `T` that are promises or return promises or async iterators. */
export type WaitingMember<T> = {
  [Name in keyof T]-?: NonNullable<T[Name]> extends Awaitable
    ? Name
    : NonNullable<T[Name]> extends (...given: never[]) => infer Result
      ? Result extends Awaitable
        ? Name
        : never
      : never;
}[keyof T];
