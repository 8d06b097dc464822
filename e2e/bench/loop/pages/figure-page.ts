import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { runFigure } from './run-figure.ts';

leaveReport(await runFigure(location.search));
