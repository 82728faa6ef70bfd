/** Serves the page of the UI kit at `/dev/kit` while Vite watches; the build knows nothing of it. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

export const kitPage = (): Plugin => ({
  name: 'kit-page',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/dev/kit', (_request, response, next) => {
      readFile(new URL('./index.html', import.meta.url), 'utf8')
        .then((html) => server.transformIndexHtml('/dev/kit', html))
        .then((html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
        .catch(next);
    });
  },
});
