import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { pageMakers } from './page-makers.ts';
import { runPoolFigure, type ThreadTime } from './run-pool-figure.ts';

/** Defined by the script that opens the page. */
declare const threadTime: ThreadTime;

const makers = pageMakers;
leaveReport(await runPoolFigure(location.search, { makers, threadTime }));
