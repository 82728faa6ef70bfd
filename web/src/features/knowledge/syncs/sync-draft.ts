/** The form of a sync: fields as they are typed, and the settings that they mean. */
import { SYNC_DEPTH_MAX, SYNC_PAGES_MAX } from '#contract/sync-limits.ts';
import type { SyncKind, SyncSettings } from '#contract/sync-sources.ts';
import type { Sync, SyncSchedule } from '#contract/syncs.ts';

export type SyncDraft = {
  kind: SyncKind;
  name: string;
  root: string;
  subfolder: string;
  include: string;
  exclude: string;
  url: string;
  use_sitemap: boolean;
  max_pages: string;
  depth: string;
  documents: boolean;
  keep_parameters: boolean;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  access_key_id: string;
  secret: string;
  when: SyncSchedule['kind'];
  at: string;
  weekday: string;
};

export const newDraft = (roots: readonly string[]): SyncDraft => ({
  kind: roots.length ? 'folder' : 'website',
  name: '',
  root: roots[0] ?? '',
  subfolder: '',
  include: '',
  exclude: '',
  url: '',
  use_sitemap: true,
  max_pages: '500',
  depth: '2',
  documents: true,
  keep_parameters: false,
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  access_key_id: '',
  secret: '',
  when: 'six_hours',
  at: '03:10',
  weekday: '1',
});

export function draftOf({ name, settings, schedule }: Sync, roots: readonly string[]): SyncDraft {
  const { include, exclude, ...own } = settings;
  const typed =
    own.kind === 'website' ? { ...own, max_pages: String(own.max_pages), depth: String(own.depth) } : own;
  const when = {
    when: schedule.kind,
    ...('at' in schedule ? { at: schedule.at } : {}),
    ...('weekday' in schedule ? { weekday: String(schedule.weekday) } : {}),
  };
  const patterns = { include: include.join(', '), exclude: exclude.join(', ') };
  return { ...newDraft(roots), ...typed, ...patterns, ...when, name };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export function settingsOf(draft: SyncDraft): SyncSettings {
  const filters = { include: listOf(draft.include), exclude: listOf(draft.exclude) };
  const { kind } = draft;
  if (kind === 'folder') return { kind, root: draft.root, subfolder: draft.subfolder.trim(), ...filters };
  if (kind === 's3')
    return {
      kind,
      endpoint: draft.endpoint.trim(),
      region: draft.region.trim(),
      bucket: draft.bucket.trim(),
      prefix: draft.prefix.trim(),
      access_key_id: draft.access_key_id.trim(),
      ...filters,
    };
  return {
    kind,
    url: draft.url.trim(),
    use_sitemap: draft.use_sitemap,
    max_pages: Number(draft.max_pages),
    depth: Number(draft.depth),
    documents: draft.documents,
    keep_parameters: draft.keep_parameters,
    ...filters,
  };
}

export function scheduleOf({ when, at, weekday }: SyncDraft): SyncSchedule {
  if (when === 'daily') return { kind: when, at };
  if (when === 'weekly') return { kind: when, at, weekday: Number(weekday) };
  return { kind: when };
}

/** A preview depends on these fields: after a change of one of them another preview is needed. */
export const previewKey = (draft: SyncDraft): string => JSON.stringify([settingsOf(draft), draft.secret]);

type Needed =
  | 'name'
  | 'root'
  | 'url'
  | 'max_pages'
  | 'depth'
  | 'endpoint'
  | 'region'
  | 'bucket'
  | 'access_key_id'
  | 'secret';

const fieldsOf: Record<SyncKind, Needed[]> = {
  folder: ['root'],
  website: ['url', 'max_pages', 'depth'],
  s3: ['endpoint', 'region', 'bucket', 'access_key_id', 'secret'],
};

const isCount = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** The fields that stand in the way, each with its sentence. */
export function problemsOf(
  draft: SyncDraft,
  words: { needed: string; number: string },
  hasSecret: boolean,
): Partial<Record<Needed, string>> {
  const found: Partial<Record<Needed, string>> = {};
  for (const name of ['name' as const, ...fieldsOf[draft.kind]]) {
    if (name === 'secret' && hasSecret) continue;
    if (!draft[name].trim()) found[name] = words.needed;
  }
  if (draft.kind === 'website') {
    if (!isCount(draft.max_pages, 1, SYNC_PAGES_MAX)) found.max_pages = words.number;
    if (!isCount(draft.depth, 0, SYNC_DEPTH_MAX)) found.depth = words.number;
  }
  return found;
}

/** Where the source is, in one line. */
export function placeWords(settings: SyncSettings): string {
  if (settings.kind === 'folder') return [settings.root, settings.subfolder].filter(Boolean).join('/');
  if (settings.kind === 'website') return settings.url;
  return `${new URL(settings.endpoint).host}/${settings.bucket}/${settings.prefix}`;
}
