/** The fields of a close event. */
export interface CloseFields {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;
}

/** A close event. Node has the class from version 23 on: before that it is an Event with these fields. */
export function closeEvent(how: CloseFields): Event {
  return typeof CloseEvent === 'undefined'
    ? Object.assign(new Event('close'), how)
    : new CloseEvent('close', how);
}
