/** The environment variable that holds the origin of the pages served from source. */
export const sourceOrigin = 'DOHA_SOURCE_ORIGIN';

/** The environment variable that holds the origin of the same pages built and minified. */
export const builtOrigin = 'DOHA_BUILT_ORIGIN';
