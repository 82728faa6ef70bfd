/** Serves the built web app: hashed files for a year, everything else is the page itself, in the language of the browser. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { COUNTER_SCRIPT_PATH } from '#contract/public-counters.ts';
import { AppError } from '../app-error.ts';

const pageOf = (language: Language) => `index.${language}.html`;
const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Which language this browser has chosen; it has no authority, and an unknown value is as none. */
const COOKIE = /(?:^|;\s*)prosa_language=([\w-]{1,10})(?:;|$)/;

/** `cookies`: the header that a browser sends. Undefined where it has not chosen. */
export function chosenLanguage(cookies: string | undefined): Language | undefined {
  const [, chosen] = COOKIE.exec(cookies ?? '') ?? [];
  return LANGUAGES.find((one) => one === chosen);
}

const SENT = {
  decorateReply: false,
  index: false,
  // The smallest form that the browser takes.
  preCompressed: true,
  setHeaders: (reply, path) => {
    const forever = path.includes('/assets/');
    reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    // A module of another site asks for both. What is sent may be the compressed file beside it.
    if (!path.replace(/\.(?:br|gz)$/, '').endsWith(COUNTER_SCRIPT_PATH)) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('cross-origin-resource-policy', 'cross-origin');
  },
} satisfies Omit<FastifyStaticOptions, 'root'>;

/** `languageElse`: that of browsers that have not chosen. */
export async function serveWeb(
  app: FastifyInstance,
  languageElse: () => Promise<Language>,
  dist = DIST,
): Promise<void> {
  const built = LANGUAGES.filter((one) => existsSync(join(dist, pageOf(one))));
  if (built.length > 0) {
    // One route for all hashed files: a route for each, and for each compressed form, took ten megabytes.
    await app.register(fastifyStatic, { ...SENT, root: join(dist, 'assets'), prefix: '/assets/' });
    await app.register(fastifyStatic, {
      ...SENT,
      root: dist,
      decorateReply: true,
      wildcard: false,
      globIgnore: ['assets/**', '**/*.{br,gz}'],
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/+api\//.test(path) &&
      !/\.\w{1,8}$/.test(path);
    if (!isPage) throw new AppError('not_found');
    const language = chosenLanguage(request.headers.cookie) ?? (await languageElse());
    // Stories build only the languages that they show.
    const page = built.find((one) => one === language) ?? built[0];
    if (!page)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('A interface não foi construída. Rode: npm run build');
    // Without validators: they are made of size and moment, which pages of two languages may share, and a browser that
    // has just changed its language would be sent back to the page of the other one.
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'Cookie')
      .sendFile(pageOf(page), { etag: false, lastModified: false });
  });
}
