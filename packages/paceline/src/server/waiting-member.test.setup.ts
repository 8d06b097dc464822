/** What a program can wait for. */
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

/** Names of the members of `T` that take a callback, or are one. */
export type CallingMember<T> = {
  [Name in keyof T]-?: NonNullable<T[Name]> extends (...given: infer Given) => unknown
    ? HasFunction<Given> extends true
      ? Name
      : never
    : never;
}[keyof T];

/** Whether one of the parameters is a function. */
type HasFunction<Given extends readonly unknown[]> =
  Extract<Given[number], (...given: never[]) => unknown> extends never ? false : true;
