import { type Reporter, reportRejection } from '../callbacks/guard.ts';
import { checkClassified, type Classified } from './send-options.ts';

/** Calls `classify` of the application. If it fails, or returns a promise or an invalid option, the error is reported and the result has no options. */
export function guardedClassify<T>(
  classify: ((data: T) => Classified | undefined) | undefined,
  data: T,
  reporter: Reporter,
): Classified {
  if (classify === undefined) return {};
  try {
    const how = classify(data) ?? {};
    reportRejection(reporter, how);
    checkClassified(how);
    const { expiresIn, key, marginalUtility, priority } = how; // unknown options have been warned of
    return { expiresIn, key, marginalUtility, priority };
  } catch (error) {
    reporter.reportError(error);
    return {};
  }
}
