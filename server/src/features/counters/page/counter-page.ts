/**
 * The page of a counter. It may stand in a frame of the counter's origins and of no other, and it is the only page of the
 * installation that may stand in any. Without JavaScript it says how the organisation is reached.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { counterNotice } from '#contract/counters.ts';
import { COUNTER_PAGE_PATH } from '#contract/public-counters.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { type CounterRow, findCounter } from '../counter-rows.ts';

/** The files of the built page, by scripts/counter/build-counter.ts. */
const built = fileURLToPath(new URL('../../../../../web/dist/balcao.json', import.meta.url));

type Files = { script: string; style: string };

export function showCounterPages(app: FastifyInstance, { db }: Pick<AppContext, 'db'>): void {
  const files: Files | null = existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')) : null;
  app.get<{ Params: { slug: string } }>(
    `${COUNTER_PAGE_PATH}/:slug`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const counter = await findCounter(db, params.slug).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'counter_not_found') return null;
        throw error;
      });
      reply
        .removeHeader('x-frame-options')
        .header('content-security-policy', policyOf(counter?.origins ?? []))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8');
      if (!counter) return reply.status(404).send(documentOf('Balcão', '<p>Este balcão não existe.</p>'));
      if (!files) return reply.status(503).send(documentOf(counter.name, contactLine(counter)));
      return reply.send(pageOf(counter, files));
    },
  );
}

/** Scripts and styles are files of ours; one policy makes the address of the puzzle's worker, and nothing else. */
const policyOf = (origins: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length ? origins.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types balcao',
  ].join('; ');

function pageOf(counter: CounterRow, { script, style }: Files): string {
  const { name, slug } = counter;
  const head = `<link rel="stylesheet" href="/${style}"><script type="module" src="/${script}"></script>`;
  const body = `<main id="balcao"></main><noscript>${contactLine(counter)}</noscript>`;
  return documentOf(name, body, { head, slug });
}

const contactLine = ({ name, mode, texts }: CounterRow): string =>
  `<p>${escaped(texts.notice || counterNotice(mode, name))}</p><p>Para perguntar aqui é preciso JavaScript. ${escaped(texts.contact)}</p>`;

const documentOf = (title: string, body: string, { head = '', slug = '' } = {}): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>${head}</head><body data-slug="${escaped(slug)}">${body}</body></html>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
