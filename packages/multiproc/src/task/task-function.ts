/** A function that tasks call. A generator function lets more important work run at each `yield`. */
export type TaskFunction = (...args: never[]) => unknown;

/** The methods of an object: all members that are functions. */
export type MethodsOf<T> = {
  readonly [Name in keyof T as T[Name] extends TaskFunction ? Name : never]: T[Name];
};
