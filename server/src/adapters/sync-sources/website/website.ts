/** A website: what its sitemap lists, or what is found by following links; one request at a time, as its robots.txt asks. */
import type { WebsiteSettings } from '#contract/sync-sources.ts';
import { AppError } from '../../../app-error.ts';
import { AddressRefused } from '../../guarded-fetch/address-policy.ts';
import { FetchRefused } from '../../guarded-fetch/guarded-fetch.ts';
import type { SyncSource } from '../sync-source.ts';
import { openAddresses } from './addresses.ts';
import { fetchPage } from './fetch-page.ts';
import { askSitemaps, batchesOf } from './list-sitemaps.ts';
import { type Get, type PacedNetwork, pacedGet } from './paced-get.ts';
import { NO_ROBOTS, parseRobots, type Robots } from './robots.ts';
import { openSignInWatch } from './sign-in-watch.ts';

export type WebsiteOptions = PacedNetwork & { place: () => string };

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
