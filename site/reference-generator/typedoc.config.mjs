// Options of typedoc for `site/build/write-reference.ts`.
import { fileURLToPath } from 'node:url';
import { entries } from './entries.mjs';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** @type {Record<string, unknown>} */
export default {
  entryPoints: entries.map(({ source }) => path(`../../${source}`)),
  plugin: ['typedoc-plugin-markdown', path('entry-names.mjs')],
  tsconfig: path('tsconfig.json'),
  out: path('../reference'),
  readme: 'none',
  entryFileName: 'index',
  outputFileStrategy: 'modules',
  flattenOutputFiles: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeProtected: true,
  disableSources: true,
  skipErrorChecking: true, // `npm test` checks the types
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  propertiesFormat: 'table',
  interfacePropertiesFormat: 'table',
  logLevel: 'Warn',
};
