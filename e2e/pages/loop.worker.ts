import { runCheck } from './loop/run-check.ts';

postMessage(await runCheck(self.name));
