// The build for development, which bundlers and Node select by the condition `development`. It warns on the console about unknown options.
import { development } from './checks/warn-unknown-options.ts';
import { consoleWarnings } from './checks/console-warnings.ts';

development.warn = consoleWarnings();

export * from './index.ts';
