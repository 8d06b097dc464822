declare module 'react-refresh/runtime' {
  /** Prepares React, which must be imported later, for hot reloads. */
  export function injectIntoGlobalHook(global: object): void;
  /** Names a component. The last one of a name replaces those before it. */
  export function register(component: unknown, name: string): void;
  /** Renders the components that were replaced, with their state. */
  export function performReactRefresh(): void;
}
