import { expose } from '@doha/multiproc/worker';
import * as tasks from './tasks.ts';

expose({ ...tasks });
