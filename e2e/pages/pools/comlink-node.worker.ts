import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import * as tasks from './tasks.ts';

expose(tasks, nodeEndpoint(parentPort!));
