/** The first pages of a website, read for a preview and followed as a run would follow them. */
import { rm } from 'node:fs/promises';
import type { ItemReason } from '#contract/sync-runs.ts';
import type {
  Fetched,
  Ignored,
  KnownItem,
  Listed,
  SyncSource,
} from '../../../adapters/sync-sources/sync-source.ts';
import { hashOf } from '../../knowledge/files/upload.ts';
import type { ItemRow } from './list-items.ts';
import type { RunLease } from './run-lease.ts';

/** The outcome of reading a page. */
type Read =
  | 'gone'
  | { reason: ItemReason }
  | { is_same: boolean; named: { name: string; size: number } | object };

export type Look = {
  listed: Map<string, Listed>;
  ignored: Map<string, Ignored>;
  read: Map<string, Read>;
  is_partial: boolean;
};

const PAGES_MAX = 60;

type Waiting = { item: Listed; depth: number };
type Looking = { known: Map<string, ItemRow>; look: Look };

export async function lookAtPages(
  source: SyncSource,
  { signal }: RunLease,
  { known, look }: Looking,
): Promise<void> {
  const hashes = new Set<string>();
  let waiting: Waiting[] = [...look.listed.values()].map((item) => ({ item, depth: 0 }));
  for (let read = 0; waiting.length > 0; read += 1) {
    if (read >= PAGES_MAX) {
      look.is_partial = true;
      return;
    }
    const [first, ...rest] = waiting;
    if (!first) return;
    const { item } = first;
    const before = known.get(item.external_id);
    const fetched = await source.fetch(knownItem(item, before), signal);
    look.read.set(item.external_id, await outcomeOf(fetched, before, hashes));
    const next = foundAnew(source, first, { fetched, look });
    waiting = [...rest, ...next];
  }
}

const knownItem = (item: Listed, before: ItemRow | undefined): KnownItem => ({
  ...item,
  listed_version: item.version,
  version: before?.version ?? null,
  facts: before?.facts ?? null,
});

/** Pages that this one led to; they are noted as listed. */
function foundAnew(
  { pages }: SyncSource,
  { depth }: Waiting,
  { fetched, look }: { fetched: Fetched; look: Look },
): Waiting[] {
  const { links = [], canonical, ignored = [] } = fetched.found ?? {};
  const follows = pages?.follows_links && depth < pages.depth;
  const next = [
    ...(canonical ? [{ item: canonical, depth }] : []),
    ...(follows ? links.map((link) => ({ item: link, depth: depth + 1 })) : []),
  ].filter(({ item: { external_id } }) => !look.listed.has(external_id));
  for (const { item } of next) look.listed.set(item.external_id, item);
  for (const one of follows ? ignored : []) look.ignored.set(one.external_id, one);
  return next;
}

async function outcomeOf(fetched: Fetched, before: ItemRow | undefined, hashes: Set<string>): Promise<Read> {
  if (fetched.kind === 'absent') return 'gone';
  if (fetched.kind === 'ignored' || fetched.kind === 'failed') return { reason: fetched.reason };
  if (fetched.kind === 'same') return { is_same: true, named: {} };
  try {
    const hash = await hashOf(fetched.path);
    const text = hash.toString('hex');
    if (hashes.has(text)) return { reason: 'duplicate' };
    hashes.add(text);
    const is_same = before?.sha256?.equals(hash) ?? false;
    return { is_same, named: { name: fetched.filename, size: fetched.size } };
  } finally {
    await rm(fetched.path, { force: true });
  }
}
