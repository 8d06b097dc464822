type Callback = (...given: never[]) => unknown;
type Constructor = abstract new (...given: never[]) => unknown;

/** Names of the methods of `T` that take a callback. */
export type CallbackMethod<T> = {
  [Name in keyof T]-?: T[Name] extends (...given: infer Given) => unknown
    ? [Extract<Given[number], Callback>] extends [never]
      ? never
      : Name
    : never;
}[keyof T] &
  string;

/** Names of the members of `T` that are callbacks or classes, or may be. */
export type CallbackMember<T> = {
  [Name in keyof T]-?: [Extract<T[Name], Callback | Constructor>] extends [never] ? never : Name;
}[keyof T] &
  string;
