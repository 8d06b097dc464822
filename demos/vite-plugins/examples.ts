import type { Plugin } from 'vite';

const root = new URL('../..', import.meta.url).pathname.replace(/^\/|\/$/g, '');

/** Serves `/examples/`. The examples are outside of the site's root, and Vite serves such files at addresses that begin with `/@fs/`. */
export function examples(): Plugin {
  return {
    name: 'examples',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (request.url?.startsWith('/examples/')) {
          request.url = `/@fs/${root}${request.url.replace(/\/(?=\?|$)/, '/index.html')}`;
        }
        next();
      });
    },
  };
}
