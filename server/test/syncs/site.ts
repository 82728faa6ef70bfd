/** A website on loopback: pages with validators, a sitemap, redirects, and whatever a test makes of a reply. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export type SiteStub = {
  origin: string;
  port: number;
  /** By path with query: a page, or a reply of the test's own. */
  pages: Map<string, string | Uint8Array | Reply>;
  asked: { path: string; status: number; bytes: number; agent: string }[];
  /** Whether pages have an ETag. */
  has_validators: boolean;
  close(): Promise<void>;
};

const TYPES: Record<string, string> = {
  xml: 'application/xml',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  gz: 'application/gzip',
};

/** `host`: a name that resolves to this machine. */
export async function openSiteStub(host = '127.0.0.1'): Promise<SiteStub> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const asked = { path, status: 0, bytes: 0, agent: request.headers['user-agent'] ?? '' };
    site.asked.push(asked);
    const page = site.pages.get(path);
    if (typeof page === 'function') {
      response.once('finish', () => {
        asked.status = response.statusCode;
      });
      return page(request, response);
    }
    if (page === undefined) {
      asked.status = 404;
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Não há.</p>');
    }
    const etag = `"${createHash('md5').update(page).digest('hex')}"`;
    if (site.has_validators && request.headers['if-none-match'] === etag) {
      asked.status = 304;
      return response.writeHead(304, { etag }).end();
    }
    asked.status = 200;
    asked.bytes = Buffer.byteLength(page);
    const extension = path.split('?')[0]?.split('.').at(-1) ?? '';
    response
      .writeHead(200, {
        'content-type': TYPES[extension] ?? 'text/html; charset=utf-8',
        ...(site.has_validators ? { etag } : {}),
      })
      .end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const site: SiteStub = {
    origin: `http://${host}:${port}`,
    port,
    pages: new Map(),
    asked: [],
    has_validators: true,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

/** A page with a title, one paragraph and links. */
export const pageOf = (title: string, text: string, links: string[] = [], head = ''): string =>
  `<!doctype html><html lang="pt-BR"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p>${links
    .map((link) => `<a href="${link}">mais</a>`)
    .join(' ')}</main></body></html>`;

/** `entries`: addresses with the day of their last change, where there is one. */
export const sitemapOf = (entries: Record<string, string | null>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.entries(
    entries,
  )
    .map(([loc, day]) => `<url><loc>${loc}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`)
    .join('')}</urlset>`;
