/** A bucket of an S3 service, or the part of it under a prefix. */
import { writeFile } from 'node:fs/promises';
import { documentType } from '#contract/document-types.ts';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';
import { EXTERNAL_ID_MAX } from '#contract/sync-limits.ts';
import type { S3Settings } from '#contract/sync-sources.ts';
import { AppError, filledError } from '../../app-error.ts';
import { whenFull } from '../../http/files/upload-folder.ts';
import { cleanFilename, extensionOf } from '../../text/filename.ts';
import { AddressRefused } from '../guarded-fetch/address-policy.ts';
import { FetchRefused } from '../guarded-fetch/guarded-fetch.ts';
import type { GuardedNetwork } from '../guarded-fetch/guarded-network.ts';
import { getObject, listObjects, NotAListing, type S3Object, S3Refused } from '../s3/s3-client.ts';
import { isWanted } from './patterns.ts';
import type { Fetched, Ignored, KnownItem, Listed, ListedBatch, SyncSource } from './sync-source.ts';

const PARALLEL = 4;
const PATIENCE_MS = 60_000;
/** Pages of a thousand objects. */
const PAGES_MAX = 200;

export type BucketOptions = { secret: string; network: GuardedNetwork; place: () => string };

export function openBucket(settings: S3Settings, { secret, network, place }: BucketOptions): SyncSource {
  const bucket = { ...settings, secret };
  const call = (signal: AbortSignal) => ({
    network,
    // The service compares it with its own clock.
    now: new Date(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  return {
    parallel: PARALLEL,
    pages: null,
    async *list(cursor, signal) {
      let token = cursor ?? null;
      const tokens = new Set<string | null>([token]);
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const page = await listObjects(bucket, { prefix: settings.prefix, token }, call(signal)).catch(
          (error: unknown) => {
            throw asListingError(error);
          },
        );
        yield { ...batchOf(page.objects, settings), ...(page.next === null ? {} : { cursor: page.next }) };
        if (page.next === null) return true;
        // A service that gives the same page again would be listed for ever.
        if (tokens.has(page.next)) return false;
        token = page.next;
        tokens.add(token);
      }
      return false;
    },
    async fetch(item, signal) {
      const limits = { key: item.external_id, max_bytes: UPLOAD_BYTES_MAX };
      const reply = await getObject(bucket, limits, call(signal)).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return asItemFailure(error);
      });
      return 'kind' in reply ? reply : stored(reply, { item, path: place() });
    },
    recall() {},
    close: () => network.close(),
  };
}

function batchOf(objects: S3Object[], settings: S3Settings): ListedBatch {
  const batch: ListedBatch = { items: [], ignored: [] };
  for (const object of objects) {
    // A folder that a console made.
    if (object.key.endsWith('/')) continue;
    const seen = look(object, settings);
    if ('reason' in seen) batch.ignored.push(seen);
    else batch.items.push(seen);
  }
  return batch;
}

function look({ key, etag, modified, size }: S3Object, settings: S3Settings): Listed | Ignored {
  const name = cleanFilename(key);
  const ignored = (reason: Ignored['reason']): Ignored => ({
    external_id: key.toWellFormed().replaceAll('\0', '').slice(0, EXTERNAL_ID_MAX),
    name: name || '…',
    size,
    reason,
  });
  if (!isPlainKey(key, settings.prefix) || !name) return ignored('bad_name');
  if (!documentType(extensionOf(name))) return ignored('type');
  if (!isWanted(settings, key.slice(settings.prefix.length))) return ignored('pattern');
  if (size > UPLOAD_BYTES_MAX) return ignored('too_large');
  if (size === 0) return ignored('empty');
  const version = etag ?? (modified ? `${modified}/${size}` : null);
  return { external_id: key, name, version, size };
}

/** Keys with `..` are resolved in addresses on their way, and would ask for another object. */
const isPlainKey = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) &&
  key.length <= EXTERNAL_ID_MAX &&
  key.isWellFormed() &&
  !/[\p{Cc}\ufffd]/u.test(key) &&
  !key.split('/').some((part) => part === '.' || part === '..');

async function stored(
  { status, headers, body }: Awaited<ReturnType<typeof getObject>>,
  { item, path }: { item: KnownItem; path: string },
): Promise<Fetched> {
  if (status === 404 || status === 410) return { kind: 'absent' };
  if (status === 401 || status === 403) return { kind: 'failed', reason: 'sync_refused' };
  if (status !== 200) return { kind: 'failed', reason: 'sync_away' };
  if (body.length === 0) return { kind: 'ignored', reason: 'empty' };
  await writeFile(path, body, { mode: 0o600 }).catch((error: unknown) => {
    throw whenFull(error);
  });
  // As the listing says it: some services write it otherwise beside the object.
  const version = item.listed_version ?? headers.etag?.replaceAll('"', '') ?? null;
  return { kind: 'file', path, size: body.length, filename: item.name, version };
}

function asListingError(error: unknown): unknown {
  if (error instanceof S3Refused) return sourceRefused(error.status);
  if (error instanceof NotAListing || error instanceof FetchRefused)
    return new AppError('sync_not_a_listing', {
      detail: 'A origem não devolveu a lista do bucket. Confira o endereço e o nome do bucket.',
      cause: error,
    });
  if (error instanceof AddressRefused) return new AppError('sync_address_forbidden', { cause: error });
  return error instanceof AppError ? error : new AppError('sync_away', { cause: error });
}

function asItemFailure(error: unknown): Fetched {
  if (error instanceof AddressRefused) throw new AppError('sync_address_forbidden', { cause: error });
  if (error instanceof FetchRefused && error.problem === 'too_long')
    return { kind: 'ignored', reason: 'too_large' };
  return { kind: 'failed', reason: 'sync_away' };
}

/** A server error may pass; a refusal stays until somebody does something about it. */
function sourceRefused(status: number): AppError {
  if (status >= 500) return new AppError('sync_away');
  return filledError('sync_refused', { status: String(status) });
}
