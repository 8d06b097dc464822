/** Counts pending promises, and keeps the errors of rejected ones. */
export class Promises {
  pending = 0;
  readonly rejections: unknown[] = [];

  watch(promise: Promise<unknown>): void {
    this.pending++;
    promise.then(
      () => this.pending--,
      (error: unknown) => {
        this.pending--;
        this.rejections.push(error);
      },
    );
  }
}
