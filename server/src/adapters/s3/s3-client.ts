/** The calls of an S3 service that are used: the objects of a bucket page by page, and one object. */
import { type FetchedReply, guardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import type { GuardedNetwork } from '../guarded-fetch/guarded-network.ts';
import { type S3Account, s3Url, signRequest } from './sign-request.ts';

export type S3Bucket = S3Account & { endpoint: string; bucket: string };

/** `etag` without quotes; it is compared with itself only, because it is not always a hash. */
export type S3Object = { key: string; etag: string | null; modified: string | null; size: number };
export type S3Page = { objects: S3Object[]; next: string | null };

/** The service answered with an error. */
export class S3Refused extends Error {
  override readonly name = 'S3Refused';
  readonly status: number;

  constructor(status: number) {
    super(`the service answered ${status}`);
    this.status = status;
  }
}

const LISTING_BYTES_MAX = 8 * 1024 * 1024;
const PAGE_MAX = 1000;

type Call = { network: GuardedNetwork; now: Date; signal: AbortSignal };

/** `next` is the continuation token of the page after this one; null after the last. */
export async function listObjects(
  bucket: S3Bucket,
  { prefix, token, max = PAGE_MAX }: { prefix: string; token: string | null; max?: number },
  call: Call,
): Promise<S3Page> {
  const query = {
    'list-type': '2',
    'max-keys': String(max),
    'encoding-type': 'url',
    prefix,
    ...(token === null ? {} : { 'continuation-token': token }),
  };
  const url = s3Url(bucket.endpoint, bucket, query);
  const { status, body } = await get(bucket, url, { ...call, max_bytes: LISTING_BYTES_MAX });
  if (status !== 200) throw new S3Refused(status);
  return readListing(body.toString('utf8'));
}

/** The whole object; `status` 404 where it is gone. Throws `FetchRefused` for one that is larger. */
export function getObject(
  bucket: S3Bucket,
  { key, max_bytes }: { key: string; max_bytes: number },
  call: Call,
): Promise<FetchedReply> {
  return get(bucket, s3Url(bucket.endpoint, { bucket: bucket.bucket, key }), { ...call, max_bytes });
}

function get(
  bucket: S3Bucket,
  url: URL,
  { network, now, signal, max_bytes }: Call & { max_bytes: number },
): Promise<FetchedReply> {
  const headers = signRequest(bucket, { method: 'GET', url }, now);
  return guardedFetch(network, url.href, { method: 'GET', headers, signal }, { max_bytes, redirects: 0 });
}

/** Throws where it is no listing: a page to sign in, for example. */
async function readListing(xml: string): Promise<S3Page> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: false, position: false });
  const page: S3Page = { objects: [], next: null };
  const fields: Record<string, string> = {};
  let text = '';
  let isTruncated = false;
  let isListing = false;
  parser.on('error', (cause) => {
    throw new NotAListing({ cause });
  });
  parser.on('doctype', () => {
    throw new NotAListing();
  });
  parser.on('opentag', ({ name }) => {
    if (name === 'ListBucketResult') isListing = true;
    if (name === 'Contents') for (const field of Object.keys(fields)) delete fields[field];
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (['Key', 'ETag', 'LastModified', 'Size'].includes(name)) fields[name] = text;
    if (name === 'Contents') page.objects.push(objectOf(fields));
    if (name === 'IsTruncated') isTruncated = text.trim() === 'true';
    if (name === 'NextContinuationToken') page.next = text;
  });
  parser.write(xml).close();
  if (!isListing || (isTruncated && !page.next)) throw new NotAListing();
  return { ...page, next: isTruncated ? page.next : null };
}

export class NotAListing extends Error {
  override readonly name = 'NotAListing';

  constructor(options?: ErrorOptions) {
    super('the reply is no listing of a bucket', options);
  }
}

function objectOf({ Key = '', ETag, LastModified, Size }: Record<string, string>): S3Object {
  return {
    key: decoded(Key),
    etag: ETag?.replaceAll('"', '') || null,
    modified: LastModified || null,
    size: Number(Size ?? 0) || 0,
  };
}

/** Keys come percent-encoded, because XML cannot hold every character that a key may have. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}
