// The package for development: what bundlers and Node take under the condition `development`. It warns on the console about unknown options.
import { development } from './checks/warn-unknown-options.ts';
import { consoleWarnings } from './checks/console-warnings.ts';

development.warn = consoleWarnings();

export * from './index.ts';
