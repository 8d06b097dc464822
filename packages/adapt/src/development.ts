// The package for development: what bundlers and Node take under the condition `development`. It warns on the console about unknown options.
import { advice } from './advise-options.ts';
import { consoleWarning } from './console-warning.ts';

advice.warn = consoleWarning();

export * from './index.ts';
