const { setTimeout } = globalThis; // some pages replace it
const global = globalThis as { pageError?: string; report?: unknown };

// For browsers whose driver does not tell errors of pages. Pages that cause errors on purpose call `preventDefault`, maybe in a later listener.
addEventListener('error', (event) => noteUnlessPrevented(event, event.message));
addEventListener('unhandledrejection', (event) => noteUnlessPrevented(event, String(event.reason)));

function noteUnlessPrevented(event: Event, message: string): void {
  setTimeout(() => {
    if (!event.defaultPrevented) global.pageError ??= message;
  });
}

/** Stores the results of the page for `readReport`. It is the last action of a test page. */
export function leaveReport<Report>(report: Report): void {
  global.report = report;
}
