/** Leaves what the page has found for `readReport` to read; the last thing that a test page does. */
export function leaveReport<Report>(report: Report): void {
  (globalThis as { report?: Report }).report = report;
}
