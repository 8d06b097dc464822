export { MultiProc, type MultiProcOptions } from './multi-proc.ts';
export type { Rung } from './crew/recruiter.ts';
export { RemoteTask, type Outcome, type RemoteTaskStatus, type SubmitOptions } from './crew/remote-task.ts';
export type { ResultOf, TaskKind } from './crew/task-kind.ts';
export type { WorkerHandle } from './crew/worker-handle.ts';
export { WorkerLostError } from './crew/worker-lost-error.ts';
export type { ColorKey } from './scheduler/color.ts';
export type { AnyWorker } from './channel/endpoint.ts';
export type { Exposed } from './worker/expose.ts';
