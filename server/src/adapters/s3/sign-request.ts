/** Signature version 4 of AWS, as every S3 service knows it: HMAC over a canonical form of the request. */
import { createHash, createHmac } from 'node:crypto';

export type S3Account = { region: string; access_key_id: string; secret: string };

type Signing = {
  method: 'GET' | 'PUT' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  /** SHA-256 of the body in hexadecimal digits; absent where there is none. */
  payload?: string;
};

/** The headers of the request with its signature; all of them are signed. `url` is written as `s3Url` does. */
export function signRequest(
  { region, access_key_id, secret }: S3Account,
  { method, url, headers = {}, payload = sha256('') }: Signing,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const sent: Record<string, string> = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()])),
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': time,
  };
  const names = Object.keys(sent).sort();
  const signed = names.join(';');
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${sent[name]}`),
    '',
    signed,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => hmac(before, part),
    `AWS4${secret}`,
  );
  const signature = hmac(key, text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${access_key_id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
  return { ...sent, authorization };
}

/** The address of a bucket, or of an object in it, in path style. Query values are encoded as the signature has them. */
export function s3Url(
  endpoint: string,
  path: { bucket: string; key?: string },
  query: Record<string, string> = {},
): URL {
  const url = new URL(endpoint);
  const parts = [path.bucket, ...(path.key === undefined ? [] : path.key.split('/'))];
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${parts.map(encode).join('/')}`;
  url.search = canonicalQuery(new URLSearchParams(query));
  return url;
}

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');

/** RFC 3986: everything but letters, digits and `-._~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
