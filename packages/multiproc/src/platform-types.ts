// The platform types that the declarations of this package use. They are the types of the DOM
// library or of Node, whichever the application has. An application that has neither can use the
// package as well: it gets types with only the members that this package needs.

/** The instance type of a global class; `Otherwise` if there is no such class. */
type Instance<Name extends string, Otherwise> = typeof globalThis extends {
  readonly [Key in Name]: { readonly prototype: infer Type };
}
  ? Type
  : Otherwise;

export type AbortSignal = Instance<'AbortSignal', AbortSignalParts>;
export type MessagePort = Instance<'MessagePort', MessagePortParts>;
export type URL = Instance<'URL', { readonly href: string }>;
export type Worker = Instance<'Worker', WorkerParts>;

/** An object that `postMessage` can transfer. The platforms have different ones, which `checkTransferables` and `postMessage` check. */
export type Transferable = object;

interface Target {
  addEventListener(type: string, listener: (event: never) => void): void;
  removeEventListener(type: string, listener: (event: never) => void): void;
}

interface AbortSignalParts extends Target {
  readonly aborted: boolean;
  readonly reason: unknown;
}

interface MessagePortParts extends Target {
  onmessage: ((event: { readonly data: unknown }) => unknown) | null;
  postMessage(message: unknown, transfer?: readonly object[]): void;
  close(): void;
}

interface WorkerParts extends Target {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  terminate(): void;
}

// Not in the library of the TypeScript target. Platforms without the symbols have no `using` either.
declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
    readonly dispose: unique symbol;
  }
}
