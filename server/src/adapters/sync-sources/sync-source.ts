/** A place that a base follows: what it lists, and how one item of it is fetched. */
import type { ItemReason } from '#contract/sync-runs.ts';
import type { PageFacts } from '../../db/tables/syncs.ts';

/** `version`: what the source says of the item's newest state; null where it says nothing. `size` in bytes. */
export type Listed = {
  external_id: string;
  name: string;
  version: string | null;
  size: number | null;
};
export type Ignored = Omit<Listed, 'version'> & { reason: ItemReason };

/** `cursor`: from here a listing goes on after the process that led it ended; the batch before it has been stored. */
export type ListedBatch = { items: Listed[]; ignored: Ignored[]; cursor?: string };

/** An item as earlier runs left it. */
export type KnownItem = Pick<Listed, 'external_id' | 'name'> & {
  listed_version: string | null;
  /** The version that was read last; null where none was. */
  version: string | null;
  facts: PageFacts | null;
};

/** `path`: a temporary file, which the caller deletes. */
export type FetchedFile = {
  kind: 'file';
  path: string;
  size: number;
  filename: string;
  version: string | null;
  /** The address that citations lead to. */
  url?: string;
};
export type Fetched = (
  | FetchedFile
  | { kind: 'same' }
  | { kind: 'absent' }
  | { kind: 'ignored'; reason: ItemReason }
  | { kind: 'failed'; reason: ItemReason }
) & { facts?: PageFacts; found?: Found };

/** Items that a page led to. `canonical` stands in its place, with the same depth. */
export type Found = {
  links: Listed[];
  canonical?: Listed;
  ignored: Ignored[];
  /** Some were left out, because there are too many. */
  is_cut: boolean;
};

export type SyncSource = {
  /** How many items are fetched at the same time. */
  readonly parallel: number;
  /** Whether equal bodies are kept once, and items are found by links. */
  readonly pages: { max: number; depth: number; follows_links: boolean } | null;
  /**
   * The items in batches of at most 500; returns whether they are all. Throws an `AppError` where the source cannot be
   * listed at all.
   */
  list(cursor: string | undefined, signal: AbortSignal): AsyncGenerator<ListedBatch, boolean>;
  /** Throws an `AppError` where the run cannot go on. */
  fetch(item: KnownItem, signal: AbortSignal): Promise<Fetched>;
  /** Receives the items that this run has found already, after another process began it. */
  recall(external_ids: string[], cursor: string | undefined): void;
  close(): void;
};

export const LISTED_BATCH = 500;
