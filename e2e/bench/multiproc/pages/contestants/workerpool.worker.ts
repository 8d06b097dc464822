import workerpool from 'workerpool';
import * as tasks from './tasks.ts';

workerpool.worker({ ...tasks });
