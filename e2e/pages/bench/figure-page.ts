import { leaveReport } from '../leave-report.ts';
import { runFigure } from './run-figure.ts';

leaveReport(await runFigure(location.search));
