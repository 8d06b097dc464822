import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { pageMakers } from './page-makers.ts';
import { runPoolFigure, type ThreadTime } from './run-pool-figure.ts';

/** Added by the program in Node that opens the page, with Playwright's `exposeFunction`. */
declare const threadTime: ThreadTime;

const makers = pageMakers;
leaveReport(await runPoolFigure(location.search, { makers, threadTime }));
