import { describeFailure, shortName, tellGate } from './events.mjs';

/** @typedef {import('vitest/node').Reporter} Reporter */
/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestSuite} TestSuite */

/**
 * A Vitest reporter that tells the gate of each test as soon as it has ended.
 *
 * @implements {Reporter}
 */
export default class UnitReporter {
  /** @param {TestModule} module */
  onTestModuleStart(module) {
    tellGate({ what: 'begin', name: shortName(module.moduleId) });
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const { errors, state } = test.result();
    const name = `${shortName(test.module.moduleId)}: ${test.fullName}`;
    if (state === 'passed') tellGate({ what: 'pass' });
    if (state === 'failed') tellGate({ what: 'fail', failure: describeFailure(name, errors) });
  }

  /** @param {TestSuite} suite */
  onTestSuiteResult(suite) {
    failAll(`${shortName(suite.module.moduleId)}: ${suite.fullName}`, suite.errors());
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    const file = shortName(module.moduleId);
    const { collectDuration, duration } = module.diagnostic();
    tellGate({ what: 'time', file, time: collectDuration + duration });
    failAll(file, module.errors());
  }

  /**
   * @param {readonly TestModule[]} _
   * @param {readonly import('vitest').SerializedError[]} errors
   */
  onTestRunEnd(_, errors) {
    failAll('unit tests: an uncaught error', errors);
  }
}

/**
 * @param {string} name
 * @param {readonly import('vitest').SerializedError[]} errors
 */
function failAll(name, errors) {
  if (errors.length > 0) tellGate({ what: 'fail', failure: describeFailure(name, errors) });
}
