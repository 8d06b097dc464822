/** Stores the results of the page for `readReport`. It is the last action of a test page. */
export function leaveReport<Report>(report: Report): void {
  (globalThis as { report?: Report }).report = report;
}
