/** The pages that the sitemaps of a website list. */
import { AppError } from '../../../app-error.ts';
import { AddressRefused } from '../../guarded-fetch/address-policy.ts';
import { LISTED_BATCH, type ListedBatch } from '../sync-source.ts';
import { type Addresses, isSameSite } from './addresses.ts';
import type { Get } from './paced-get.ts';
import type { Robots } from './robots.ts';
import { readSitemap, SITEMAP_BYTES_MAX, SITEMAP_ENTRIES_MAX, type SitemapEntry } from './sitemap.ts';

const SITEMAPS_MAX = 500;
const SITEMAP_DEPTH_MAX = 3;

type Listing = { entries: SitemapEntry[]; is_whole: boolean };
type Asking = { site: URL; rules: Robots; signal: AbortSignal };

/** Null where the site has no sitemap. */
export async function askSitemaps(get: Get, { site, rules, signal }: Asking): Promise<Listing | null> {
  const named = rules.sitemaps.filter((address) => isOfSite(address, site));
  const first = named.length ? named : [new URL('/sitemap.xml', site).href];
  let waiting = first.map((address) => ({ address, depth: 1 }));
  const asked = new Set<string>();
  const listing: Listing = { entries: [], is_whole: true };
  let isThere = false;
  while (waiting.length) {
    const [next, ...rest] = waiting;
    waiting = rest;
    if (!next || asked.has(next.address)) continue;
    asked.add(next.address);
    const found = asked.size > SITEMAPS_MAX ? 'broken' : await askSitemap(get, next.address, signal);
    if (found === 'missing') {
      // One that robots.txt or an index names and that is not there leaves the listing with a hole.
      if (named.length || next.depth > 1) listing.is_whole = false;
      continue;
    }
    isThere = true;
    if (found === 'broken') {
      listing.is_whole = false;
      continue;
    }
    const room = SITEMAP_ENTRIES_MAX - listing.entries.length;
    if (found.pages.length > room) listing.is_whole = false;
    listing.entries.push(...found.pages.slice(0, Math.max(0, room)));
    const inner = found.sitemaps.filter((address) => isOfSite(address, site));
    if (inner.length && next.depth >= SITEMAP_DEPTH_MAX) listing.is_whole = false;
    else waiting = waiting.concat(inner.map((address) => ({ address, depth: next.depth + 1 })));
  }
  return isThere ? listing : null;
}

const isOfSite = (address: string, site: URL): boolean =>
  URL.canParse(address, site.href) && isSameSite(new URL(address, site.href), site);

async function askSitemap(get: Get, address: string, signal: AbortSignal) {
  try {
    const reply = await get(address, signal, { max_bytes: SITEMAP_BYTES_MAX });
    if (reply.status === 404 || reply.status === 410) return 'missing';
    return reply.status === 200 ? await readSitemap(reply.body) : 'broken';
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof AddressRefused) throw new AppError('sync_address_forbidden', { cause: error });
    return 'broken';
  }
}

export async function* batchesOf(
  addresses: Addresses,
  { entries, is_whole }: Listing,
): AsyncGenerator<ListedBatch, boolean> {
  let batch: ListedBatch = { items: [], ignored: [], cursor: 'sitemap' };
  let isWhole = is_whole;
  for (const { address, modified } of entries) {
    const version = modified && `m:${modified.slice(0, 40)}`;
    const found = addresses.admit(addresses.normal(address), { by_link: false, version });
    if (found === 'cut') isWhole = false;
    else if (found && 'reason' in found) batch.ignored.push(found);
    else if (found) batch.items.push(found);
    if (batch.items.length + batch.ignored.length >= LISTED_BATCH) {
      yield batch;
      batch = { items: [], ignored: [], cursor: 'sitemap' };
    }
  }
  yield batch;
  return isWhole;
}
