import { runCheck } from './run-check.ts';

postMessage(await runCheck(self.name));
