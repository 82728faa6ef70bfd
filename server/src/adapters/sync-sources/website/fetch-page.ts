/** Fetches one page or file of a website, and judges whether it is kept. */
import { writeFile } from 'node:fs/promises';
import type { ItemReason } from '#contract/sync-runs.ts';
import type { WebsiteSettings } from '#contract/sync-sources.ts';
import { AppError } from '../../../app-error.ts';
import type { PageFacts } from '../../../db/tables/syncs.ts';
import { whenFull } from '../../../http/files/upload-folder.ts';
import { decodeText } from '../../extraction/text/encoding.ts';
import { AddressRefused } from '../../guarded-fetch/address-policy.ts';
import { type FetchedReply, FetchRefused } from '../../guarded-fetch/guarded-fetch.ts';
import { isWanted } from '../patterns.ts';
import type { Fetched, Found, KnownItem } from '../sync-source.ts';
import type { Addresses } from './addresses.ts';
import { fileOf } from './file-of-reply.ts';
import type { Get } from './paced-get.ts';
import { type PageHead, readPage } from './read-page.ts';
import type { Robots } from './robots.ts';
import type { SignInWatch } from './sign-in-watch.ts';

type Reading = {
  settings: WebsiteSettings;
  addresses: Addresses;
  watch: SignInWatch;
  get: Get;
  rules: Robots;
  place: () => string;
};

export async function fetchPage(reading: Reading, item: KnownItem, signal: AbortSignal): Promise<Fetched> {
  const { addresses, get, rules } = reading;
  const url = new URL(item.external_id);
  if (!rules.allows(url.pathname + url.search)) return { kind: 'ignored', reason: 'robots' };
  const headers = conditionalHeaders(item.facts);
  const isAsRead = item.version !== null && item.version === item.listed_version;
  const known = () => foundIn(addresses, item.facts?.nofollow ? [] : (item.facts?.links ?? []));
  // Without validators the day that the sitemap states is all there is to go by.
  if (isAsRead && !Object.keys(headers).length) return { kind: 'same', found: known() };
  const reply = await get(url.href, signal, { headers }).catch((error: unknown): Fetched => {
    if (signal.aborted) throw error;
    return failureOf(error);
  });
  if ('kind' in reply) return reply;
  if (reply.status === 304) return { kind: 'same', found: known() };
  return refusedStatus(reply.status) ?? judgeReply(reading, item, reply);
}

function conditionalHeaders(facts: PageFacts | null): Record<string, string> {
  const { etag, last_modified } = facts ?? {};
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(last_modified ? { 'if-modified-since': last_modified } : {}),
  };
}

function failureOf(error: unknown): Fetched {
  if (error instanceof AddressRefused) throw new AppError('sync_address_forbidden', { cause: error });
  if (!(error instanceof FetchRefused)) return { kind: 'failed', reason: 'sync_away' };
  return { kind: 'ignored', reason: error.problem === 'too_long' ? 'too_large' : 'other_site' };
}

function refusedStatus(status: number): Fetched | null {
  if (status === 404 || status === 410) return { kind: 'absent' };
  if (status === 401 || status === 403) return { kind: 'failed', reason: 'sync_refused' };
  return status === 200 ? null : { kind: 'failed', reason: 'sync_away' };
}

/** A page says these of itself whether it is kept or not. */
type Outcome = { facts: PageFacts; found: Found };

async function judgeReply(reading: Reading, item: KnownItem, reply: FetchedReply): Promise<Fetched> {
  const { settings, addresses, place } = reading;
  if (isEncoded(reply)) return { kind: 'ignored', reason: 'encoded' };
  const file = wantedFile(settings, reply, item);
  if (!file) return { kind: 'ignored', reason: 'type' };
  const page = file.type === 'html' ? readPage(textOf(reply.body), headerOf(reply, 'x-robots-tag')) : null;
  const facts = factsOf(addresses, reply, page);
  const found = foundIn(addresses, facts.nofollow ? [] : (facts.links ?? []));
  const outcome = { facts, found };
  const other = addressInstead(addresses, reply, { item, facts });
  if (other) return pointingElsewhere(addresses, other, outcome);
  if (page && isSignIn(reading, item, page)) return insteadOfSignIn(item);
  const reason = unwantedBecause(settings, item, { facts, reply });
  if (reason) return { kind: 'ignored', reason, ...outcome };
  const path = place();
  await writeFile(path, reply.body, { mode: 0o600 }).catch((error: unknown) => {
    throw whenFull(error);
  });
  return {
    kind: 'file',
    path,
    size: reply.body.length,
    filename: page?.title ? titled(page.title) : file.name,
    version: item.listed_version,
    url: item.external_id,
    ...outcome,
  };
}

const isEncoded = ({ headers }: FetchedReply): boolean =>
  !['', 'identity'].includes(headers['content-encoding'] ?? '');

/** Null for a type that is not read, or only a page is wanted. */
function wantedFile(
  settings: WebsiteSettings,
  reply: FetchedReply,
  item: KnownItem,
): ReturnType<typeof fileOf> {
  const file = fileOf(reply, item);
  return file?.type === 'html' || settings.documents ? file : null;
}

/** Behind a redirect stands another address of the site; else a page may name the one that it is known by. */
function addressInstead(
  addresses: Addresses,
  reply: FetchedReply,
  { item, facts }: { item: KnownItem; facts: PageFacts },
): string | null {
  const here = addresses.normal(reply.url)?.href;
  const other = here && here !== item.external_id ? here : facts.canonical;
  return other && other !== item.external_id ? other : null;
}

function pointingElsewhere(addresses: Addresses, other: string, { facts, found }: Outcome): Fetched {
  const canonical = addresses.admit(addresses.normal(other), { by_link: false });
  const is_cut = found.is_cut || canonical === 'cut';
  const stands = canonical && canonical !== 'cut' && !('reason' in canonical) ? { canonical } : {};
  return { kind: 'ignored', reason: 'canonical', facts, found: { ...found, ...stands, is_cut } };
}

const isSignIn = (
  { settings, addresses, watch }: Reading,
  { external_id }: KnownItem,
  page: PageHead,
): boolean => watch.isSignIn(page, { isFirst: external_id === addresses.normal(settings.url)?.href });

/** A page that was read before is kept as it was: its site asks for a password now. */
const insteadOfSignIn = ({ version, facts }: KnownItem): Fetched => ({
  kind: version === null && !facts?.words ? 'ignored' : 'failed',
  reason: 'login_page',
});

function unwantedBecause(
  settings: WebsiteSettings,
  item: KnownItem,
  { facts, reply }: { facts: PageFacts; reply: FetchedReply },
): ItemReason | null {
  if (facts.noindex) return 'noindex';
  if (!isWanted(settings, new URL(item.external_id).pathname.slice(1))) return 'pattern';
  return reply.body.length === 0 ? 'empty' : null;
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
  const { etag, 'last-modified': last_modified } = reply.headers;
  return {
    ...(etag ? { etag } : {}),
    ...(last_modified ? { last_modified } : {}),
    ...(page ? pageFacts(addresses, reply.url, page) : {}),
  };
}

function pageFacts(addresses: Addresses, url: string, page: PageHead): PageFacts {
  const base = page.base ? (addresses.normal(page.base, url)?.href ?? url) : url;
  const links = page.links.flatMap((link) => addresses.normal(link, base)?.href ?? []);
  const canonical = page.canonical ? addresses.normal(page.canonical, url)?.href : undefined;
  return {
    ...(links.length ? { links: [...new Set(links)] } : {}),
    ...(canonical ? { canonical } : {}),
    ...(page.noindex ? { noindex: true } : {}),
    ...(page.nofollow ? { nofollow: true } : {}),
    words: page.words,
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
