/** Name of the environment variable with the origin of the built pages. */
export const pagesOrigin = 'DOHA_PAGES_ORIGIN';
