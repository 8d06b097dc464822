import { expose } from 'comlink';
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter';
import { parentPort } from './line.ts';
import * as tasks from './tasks.ts';

const port = parentPort();
if (port === undefined) expose(tasks);
else expose(tasks, nodeEndpoint(port as unknown as NodeEndpoint));
