/** Serves the built web app: hashed files for a year, everything else is the page itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export async function serveWeb(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(dist, 'index.html'));
  if (built)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/+api\//.test(path) &&
      !/\.\w{1,8}$/.test(path);
    if (!isPage) throw new AppError('not_found');
    if (!built)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('A interface não foi construída. Rode: npm run build');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
