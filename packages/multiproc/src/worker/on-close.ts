// What only some platforms have.
declare const WorkerGlobalScope: (new () => object) | undefined;

/** Calls back before code of this worker ends it by `close`, of which browsers tell the page nothing. Node tells of `process.exit`. */
export function onClose(callback: () => void): void {
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return;
  const scope = globalThis as unknown as { close: () => void };
  const close = scope.close.bind(scope);
  scope.close = () => {
    callback();
    close();
  };
}
