import { describeFailure, shortName, tellGate } from './events.mjs';

/** @typedef {import('@playwright/test/reporter').Reporter} Reporter */
/** @typedef {import('@playwright/test/reporter').TestCase} TestCase */

/**
 * A Playwright reporter that tells the gate of each test as soon as it begins or ends.
 *
 * @implements {Reporter}
 */
export default class BrowserReporter {
  /** @param {TestCase} test */
  onTestBegin(test) {
    tellGate({ what: 'begin', name: nameOf(test) });
  }

  /**
   * @param {TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, { duration, errors, retry, status }) {
    tellGate({ what: 'time', file: shortName(test.location.file), time: duration });
    if (status === 'skipped') return;
    if (test.ok()) tellGate({ what: 'pass' });
    else if (retry === test.retries)
      tellGate({ what: 'fail', failure: describeFailure(nameOf(test), errors) });
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    tellGate({ what: 'fail', failure: describeFailure('browser tests', [error]) });
  }

  printsToStdio() {
    return false;
  }
}

/** @param {TestCase} test */
function nameOf(test) {
  return `${shortName(test.location.file)}: ${test.title}`;
}
