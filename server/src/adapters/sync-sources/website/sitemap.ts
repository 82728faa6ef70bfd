/** Sitemaps: the addresses that a site lists, in one file or in files of files. */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';

export type SitemapEntry = { address: string; modified: string | null };
export type Sitemap = { pages: SitemapEntry[]; sitemaps: string[] };

export const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;
export const SITEMAP_ENTRIES_MAX = 50_000;
/** Letters at a time: other requests of the process are answered in between. */
const PIECE = 64 * 1024;

const unpack = promisify(gunzip);

/** Throws for what is no sitemap. More entries than allowed are left out; `pages` is longer than the limit then. */
export async function readSitemap(body: Buffer): Promise<Sitemap> {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = isPacked ? await unpack(body, { maxOutputLength: SITEMAP_BYTES_MAX }) : body;
  const parser = new SaxesParser({ xmlns: false, position: false });
  const found: Sitemap = { pages: [], sitemaps: [] };
  let text = '';
  let entry: { loc?: string; lastmod?: string } = {};
  let isSitemap = false;
  parser.on('error', (error) => {
    throw error;
  });
  // Nothing of a document type is read, so that no entity grows.
  parser.on('doctype', () => {
    throw new Error('a sitemap has no document type');
  });
  parser.on('opentag', ({ name }) => {
    if (name === 'urlset' || name === 'sitemapindex') isSitemap = true;
    if (name === 'url' || name === 'sitemap') entry = {};
    text = '';
  });
  const onText = (piece: string) => {
    text += piece;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ name }) => {
    if (name === 'loc' || name === 'lastmod') entry[name] = text.trim();
    if (name === 'sitemap' && entry.loc) found.sitemaps.push(entry.loc);
    if (name === 'url' && entry.loc && found.pages.length <= SITEMAP_ENTRIES_MAX)
      found.pages.push({ address: entry.loc, modified: entry.lastmod || null });
  });
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length && found.pages.length <= SITEMAP_ENTRIES_MAX; at += PIECE) {
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
    await setImmediate();
  }
  if (found.pages.length <= SITEMAP_ENTRIES_MAX) parser.write(decoder.decode()).close();
  if (!isSitemap) throw new Error('the reply is no sitemap');
  return found;
}
