/** A website: what its sitemap lists, or what is found by following links; one request at a time, as its robots.txt asks. */
import { writeFile } from 'node:fs/promises';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';
import type { WebsiteSettings } from '#contract/syncs.ts';
import { AppError } from '../../../app-error.ts';
import type { PageFacts } from '../../../db/tables/syncs.ts';
import { whenFull } from '../../../http/files/upload-folder.ts';
import { decodeText } from '../../extraction/text/encoding.ts';
import { AddressRefused } from '../../guarded-fetch/address-policy.ts';
import { type FetchedReply, FetchRefused, guardedFetch } from '../../guarded-fetch/guarded-fetch.ts';
import type { GuardedNetwork } from '../../guarded-fetch/guarded-network.ts';
import { isWanted } from '../patterns.ts';
import {
  type Fetched,
  type Found,
  type KnownItem,
  LISTED_BATCH,
  type ListedBatch,
  type SyncSource,
} from '../sync-source.ts';
import { type Addresses, isSameSite, mayFollow, openAddresses } from './addresses.ts';
import { fileOf } from './file-of-reply.ts';
import { type PageHead, readPage } from './read-page.ts';
import { NO_ROBOTS, parseRobots, type Robots } from './robots.ts';
import { openSignInWatch, type SignInWatch } from './sign-in-watch.ts';
import { readSitemap, SITEMAP_BYTES_MAX, SITEMAP_ENTRIES_MAX, type SitemapEntry } from './sitemap.ts';

const PATIENCE_MS = 60_000;
const REDIRECTS_MAX = 5;
const SITEMAPS_MAX = 500;
const SITEMAP_DEPTH_MAX = 3;

export type WebsiteOptions = {
  network: GuardedNetwork;
  place: () => string;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  user_agent: string;
};

/** How pages are found. */
type Way = 'sitemap' | 'links';

export function openWebsite(settings: WebsiteSettings, options: WebsiteOptions): SyncSource {
  let way: Way = 'links';
  let robots: Promise<Robots> | null = null;
  let rules = NO_ROBOTS;
  const site = new URL(settings.url);
  const addresses = openAddresses(settings, () => rules);
  const get = pacedGet(options, () => rules.delay_ms);
  const watch = openSignInWatch();
  const requireRobots = async (signal: AbortSignal) => {
    robots ??= askRobots(get, site, signal);
    rules = await robots;
  };
  return {
    parallel: 1,
    pages: {
      max: settings.max_pages,
      depth: settings.depth,
      get follows_links() {
        return way === 'links';
      },
    },
    async *list(_, signal) {
      await requireRobots(signal);
      const listed = settings.use_sitemap ? await askSitemaps(get, { site, rules, signal }) : null;
      if (!listed) {
        const first = addresses.admit(addresses.normal(settings.url), { by_link: false });
        if (!first || first === 'cut' || 'reason' in first) {
          yield {
            items: [],
            ignored: first && first !== 'cut' && 'reason' in first ? [first] : [],
            cursor: 'links',
          };
          return false;
        }
        yield { items: [first], ignored: [], cursor: 'links' };
        return true;
      }
      way = 'sitemap';
      return yield* batchesOf(addresses, listed);
    },
    async fetch(item, signal) {
      await requireRobots(signal);
      return fetchPage({ settings, addresses, watch, get, rules, place: options.place }, item, signal);
    },
    recall(external_ids, cursor) {
      if (cursor === 'sitemap') way = 'sitemap';
      addresses.recall(external_ids);
    },
    close: () => options.network.close(),
  };
}

export type Get = (
  url: string,
  signal: AbortSignal,
  wishes?: { headers?: Record<string, string>; max_bytes?: number },
) => Promise<FetchedReply>;

function pacedGet({ network, pause, user_agent }: WebsiteOptions, delay: () => number): Get {
  let asked = 0;
  return async (url, signal, { headers = {}, max_bytes = UPLOAD_BYTES_MAX } = {}) => {
    if (asked > 0) await pause(delay(), signal);
    signal.throwIfAborted();
    asked += 1;
    return guardedFetch(
      network,
      url,
      {
        method: 'GET',
        headers: { 'user-agent': user_agent, accept: 'text/html,*/*;q=0.8', ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      },
      { max_bytes, redirects: REDIRECTS_MAX, mayFollow },
    );
  };
}

/** No answer, or that of a broken server, ends the run: what the site allows is not known then. */
async function askRobots(get: Get, site: URL, signal: AbortSignal): Promise<Robots> {
  const reply = await get(new URL('/robots.txt', site).href, signal).catch((error: unknown) => {
    if (error instanceof AddressRefused) throw new AppError('sync_address_forbidden', { cause: error });
    // It leads to another site, or never ends: there is none.
    if (error instanceof FetchRefused) return null;
    throw new AppError('sync_away', { cause: error });
  });
  if (!reply) return NO_ROBOTS;
  if (reply.status >= 500) throw new AppError('sync_away');
  return reply.status === 200 ? parseRobots(reply.body.toString('utf8')) : NO_ROBOTS;
}

type Listing = { entries: SitemapEntry[]; is_whole: boolean };
type Asking = { site: URL; rules: Robots; signal: AbortSignal };

/** Null where the site has no sitemap. */
async function askSitemaps(get: Get, { site, rules, signal }: Asking): Promise<Listing | null> {
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

async function* batchesOf(
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

type Reading = {
  settings: WebsiteSettings;
  addresses: Addresses;
  watch: SignInWatch;
  get: Get;
  rules: Robots;
  place: () => string;
};

async function fetchPage(reading: Reading, item: KnownItem, signal: AbortSignal): Promise<Fetched> {
  const { addresses, get, rules } = reading;
  const url = new URL(item.external_id);
  if (!rules.allows(url.pathname + url.search)) return { kind: 'ignored', reason: 'robots' };
  const { etag, last_modified } = item.facts ?? {};
  const isAsRead = item.version !== null && item.version === item.listed_version;
  const known = () => foundIn(addresses, item.facts?.nofollow ? [] : (item.facts?.links ?? []));
  // Without validators the day that the sitemap states is all there is to go by.
  if (isAsRead && !etag && !last_modified) return { kind: 'same', found: known() };
  const headers = {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(last_modified ? { 'if-modified-since': last_modified } : {}),
  };
  const reply = await get(url.href, signal, { headers }).catch((error: unknown): Fetched => {
    if (signal.aborted) throw error;
    return failureOf(error);
  });
  if ('kind' in reply) return reply;
  if (reply.status === 304) return { kind: 'same', found: known() };
  if (reply.status === 404 || reply.status === 410) return { kind: 'absent' };
  if (reply.status === 401 || reply.status === 403) return { kind: 'failed', reason: 'sync_refused' };
  if (reply.status !== 200) return { kind: 'failed', reason: 'sync_away' };
  return judgeReply(reading, item, reply);
}

function failureOf(error: unknown): Fetched {
  if (error instanceof AddressRefused) throw new AppError('sync_address_forbidden', { cause: error });
  if (!(error instanceof FetchRefused)) return { kind: 'failed', reason: 'sync_away' };
  return { kind: 'ignored', reason: error.problem === 'too_long' ? 'too_large' : 'other_site' };
}

async function judgeReply(reading: Reading, item: KnownItem, reply: FetchedReply): Promise<Fetched> {
  const { settings, addresses, watch, place } = reading;
  if (!['', 'identity'].includes(reply.headers['content-encoding'] ?? ''))
    return { kind: 'ignored', reason: 'encoded' };
  const file = fileOf(reply, item);
  const isPage = file?.type === 'html';
  if (!file || (!isPage && !settings.documents)) return { kind: 'ignored', reason: 'type' };
  const page = isPage ? readPage(textOf(reply.body), headerOf(reply, 'x-robots-tag')) : null;
  const facts = factsOf(addresses, reply, page);
  const found = page?.nofollow ? foundIn(addresses, []) : foundIn(addresses, facts.links ?? []);
  const outcome = { facts, found };
  const here = addresses.normal(reply.url);
  // Behind a redirect stands another address of the site.
  const other = here && here.href !== item.external_id ? here.href : facts.canonical;
  if (other && other !== item.external_id) {
    const canonical = addresses.admit(addresses.normal(other), { by_link: false });
    const is_cut = found.is_cut || canonical === 'cut';
    const stands = canonical && canonical !== 'cut' && !('reason' in canonical) ? { canonical } : {};
    return { kind: 'ignored', reason: 'canonical', facts, found: { ...found, ...stands, is_cut } };
  }
  if (page && watch.isSignIn(page, { isFirst: item.external_id === addresses.normal(settings.url)?.href }))
    return item.version === null && !item.facts?.words
      ? { kind: 'ignored', reason: 'login_page' }
      : { kind: 'failed', reason: 'login_page' };
  if (page?.noindex) return { kind: 'ignored', reason: 'noindex', ...outcome };
  if (!isWanted(settings, new URL(item.external_id).pathname.slice(1)))
    return { kind: 'ignored', reason: 'pattern', ...outcome };
  if (reply.body.length === 0) return { kind: 'ignored', reason: 'empty', ...outcome };
  const path = place();
  await writeFile(path, reply.body, { mode: 0o600 }).catch((error: unknown) => {
    throw whenFull(error);
  });
  const filename = page?.title ? titled(page.title) : file.name;
  const version = item.listed_version;
  return {
    kind: 'file',
    path,
    size: reply.body.length,
    filename,
    version,
    url: item.external_id,
    ...outcome,
  };
}

const TITLE_MAX = 200;
const titled = (title: string) =>
  `${title.replace(/[\\/]/g, '-').slice(0, TITLE_MAX).toWellFormed().trim()}.html`;

/** No links are followed from a page whose bytes are no text. */
function textOf(body: Buffer): string {
  try {
    return decodeText(body);
  } catch {
    return '';
  }
}

const headerOf = ({ headers }: FetchedReply, name: string): string => [headers[name] ?? ''].flat().join(',');

function factsOf(addresses: Addresses, reply: FetchedReply, page: PageHead | null): PageFacts {
  const { etag } = reply.headers;
  const last_modified = reply.headers['last-modified'];
  const base = page?.base ? (addresses.normal(page.base, reply.url)?.href ?? reply.url) : reply.url;
  const links = (page?.links ?? []).flatMap((link) => addresses.normal(link, base)?.href ?? []);
  const canonical = page?.canonical ? addresses.normal(page.canonical, reply.url)?.href : undefined;
  return {
    ...(etag ? { etag } : {}),
    ...(last_modified ? { last_modified } : {}),
    ...(links.length ? { links: [...new Set(links)] } : {}),
    ...(canonical ? { canonical } : {}),
    ...(page?.noindex ? { noindex: true } : {}),
    ...(page?.nofollow ? { nofollow: true } : {}),
    ...(page ? { words: page.words } : {}),
  };
}

function foundIn(addresses: Addresses, links: string[]): Found {
  const found: Found = { links: [], ignored: [], is_cut: false };
  for (const link of links) {
    const seen = addresses.admit(addresses.normal(link), { by_link: true });
    if (seen === 'cut') found.is_cut = true;
    else if (seen && 'reason' in seen) found.ignored.push(seen);
    else if (seen) found.links.push(seen);
  }
  return found;
}
