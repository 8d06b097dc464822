/** Name of the environment variable with the origin of the pages that are served from source. */
export const sourceOrigin = 'DOHA_SOURCE_ORIGIN';

/** Name of the environment variable with the origin of the same pages, built and minified. */
export const builtOrigin = 'DOHA_BUILT_ORIGIN';
