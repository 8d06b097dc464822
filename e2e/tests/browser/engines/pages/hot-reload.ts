// Imported before React, as the plugins of bundlers do.
import { injectIntoGlobalHook } from 'react-refresh/runtime';

injectIntoGlobalHook(globalThis);

export { performReactRefresh, register } from 'react-refresh/runtime';
