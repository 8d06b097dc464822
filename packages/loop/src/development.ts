// The build for development, which bundlers and Node select by the condition `development`. It warns on the console about mistakes that are not
// errors, such as an unknown option.
import { development } from './warnings/development-warnings.ts';
import { ConsoleWarnings } from './warnings/console-warnings.ts';

development.warnings = new ConsoleWarnings();

export * from './index.ts';
