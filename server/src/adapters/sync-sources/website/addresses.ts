/** Which addresses belong to a site, in the one form in which each is kept, and which of them are worth a request. */
import { documentType } from '#contract/document-types.ts';
import { EXTERNAL_ID_MAX } from '#contract/sync-limits.ts';
import type { WebsiteSettings } from '#contract/sync-sources.ts';
import { cleanFilename, extensionOf } from '../../../text/filename.ts';
import { isWanted } from '../patterns.ts';
import type { Ignored, Listed } from '../sync-source.ts';
import type { Robots } from './robots.ts';

/** Pictures of pages, programs and other files that hold no text. */
const NO_TEXT =
  /^(?:jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|map|json5|woff2?|ttf|eot|zip|rar|7z|t?gz|bz2|xz|mp[34]|m4[av]|avi|mov|mkv|webm|og[gv]|wav|flac|exe|msi|dmg|apk|iso|ics|rss|atom|xml)$/;
const SHAPE_MAX = 200;
/** Addresses that are left out are remembered up to here; further ones are passed over without being listed. */
const IGNORED_MAX = 20_000;

/** Equal host but for a leading `www.`, and equal port. */
export const isSameSite = (one: URL, other: URL): boolean =>
  bareHost(one) === bareHost(other) && one.port === other.port;

const bareHost = ({ hostname }: URL) => hostname.replace(/^www\./, '');

/** From http to https, never back, and never to another site. */
export const mayFollow = (from: URL, to: URL): boolean =>
  isSameSite(from, to) && !(from.protocol === 'https:' && to.protocol === 'http:');

export type Addresses = {
  /** The form under which an address of the site is kept; null for one of another site. */
  normal(address: string, from?: string): URL | null;
  /** `cut`: there are too many; null: found already, or none of this site. */
  admit(
    address: URL | null,
    found: { by_link: boolean; version?: string | null },
  ): Listed | Ignored | 'cut' | null;
  recall(addresses: string[]): void;
};

export function openAddresses(settings: WebsiteSettings, robots: () => Robots): Addresses {
  const site = new URL(settings.url);
  const start = normalOf(settings, site, settings.url);
  const admitted = new Set<string>();
  const ignored = new Set<string>();
  const shapes = new Map<string, number>();
  const refusalOf = (url: URL): Ignored['reason'] | null => {
    const type = extensionOf(lastPart(url));
    const isDocument = documentType(type) !== undefined && type !== 'html' && type !== 'htm';
    if (NO_TEXT.test(type)) return 'type';
    if (isDocument && !settings.documents) return 'type';
    if (!robots().allows(url.pathname + url.search)) return 'robots';
    // The first page is read for its links, whatever the patterns say; the page itself is judged when it is read.
    return url.href === start?.href || isWanted(settings, url.pathname.slice(1)) ? null : 'pattern';
  };
  return {
    normal: (address, from) => normalOf(settings, site, address, from),
    recall(addresses) {
      for (const address of addresses) admitted.add(address);
    },
    admit(url, { by_link, version = null }) {
      if (!url || admitted.has(url.href) || ignored.has(url.href)) return null;
      const item = { external_id: url.href, name: nameOf(url), size: null };
      const leaveOut = (reason: Ignored['reason']): Ignored | null => {
        if (ignored.size >= IGNORED_MAX) return null;
        ignored.add(url.href);
        return { ...item, reason };
      };
      const refusal = refusalOf(url);
      if (refusal) return leaveOut(refusal);
      if (by_link && isEndless(shapes, url)) return leaveOut('calendar');
      if (admitted.size >= settings.max_pages) return 'cut';
      admitted.add(url.href);
      return { ...item, version };
    },
  };
}

function normalOf(settings: WebsiteSettings, site: URL, address: string, from?: string): URL | null {
  if (!URL.canParse(address, from ?? site.href)) return null;
  const url = new URL(address, from ?? site.href);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !isSameSite(url, site)) return null;
  url.hash = '';
  if (!settings.keep_parameters) url.search = '';
  // Pages of a site are written with and without `www.` and `https`: one page has one address.
  url.protocol = site.protocol;
  url.host = site.host;
  return url.href.length <= EXTERNAL_ID_MAX ? url : null;
}

/** Calendars and shops make addresses without end that differ in numbers only, or in the number of a visit. */
function isEndless(shapes: Map<string, number>, url: URL): boolean {
  const shape = (url.pathname + url.search).replace(/[\da-f]{16,}/gi, 'x').replace(/\d+/g, '0');
  const seen = (shapes.get(shape) ?? 0) + 1;
  shapes.set(shape, seen);
  return /[0x]/.test(shape) && seen > SHAPE_MAX;
}

const lastPart = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);

/** The last part of the path, until the title of the page is known. */
export function nameOf(url: URL): string {
  const part = lastPart(url) || url.pathname.split('/').filter(Boolean).at(-1) || url.hostname;
  return cleanFilename(decoded(part)) || url.hostname;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
