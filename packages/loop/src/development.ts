// The package for development: what bundlers and Node take under the condition `development`. It warns on the console about mistakes that are
// no errors, such as an unknown option.
import { advice } from './advice.ts';
import { ConsoleAdvisor } from './console-advisor.ts';

advice.advisor = new ConsoleAdvisor();

export * from './index.ts';
