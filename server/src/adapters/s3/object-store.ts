/** The bucket that keeps files instead of the database: objects are written, read from any byte, and removed. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FilesAddress } from '../../text/files-address.ts';
import { type GuardedNetwork, openGuardedNetwork } from '../guarded-fetch/guarded-network.ts';
import { listObjects, type S3Bucket, S3Refused } from './s3-client.ts';
import { s3Url, signRequest } from './sign-request.ts';

/** All calls throw `S3Refused` with the status of the service, or the failure of the connection. */
export type ObjectStore = {
  /** Replaces the object. `content` begins at the first byte each time it is called; `size` is its length in bytes. */
  put(key: string, size: number, content: () => AsyncIterable<Buffer>): Promise<void>;
  /** The bytes of the object from `from` on. */
  read(key: string, from: number): AsyncGenerator<Buffer>;
  /** An object that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Whether the bucket lists its objects for this account. */
  isReachable(signal: AbortSignal): Promise<boolean>;
  close(): void;
};

/** A write of 25 MB over a slow connection; removed objects wait longer than this. */
const WRITE_MS = 5 * 60_000;
/** For the headers of a reply, and for each piece of an object. */
const REPLY_MS = 30_000;

export function openObjectStore({ prefix, ...bucket }: FilesAddress): ObjectStore {
  // The operator names it in the configuration: it may stand anywhere.
  const network = openGuardedNetwork({ private_hosts: 'all', plain: 'allowed' });
  const at = (key: string) => s3Url(bucket.endpoint, { bucket: bucket.bucket, key: prefix + key });
  return {
    async put(key, size, content) {
      const headers = { 'content-length': String(size) };
      const payload = await sha256Of(content());
      const sent = begin(network, bucket, { method: 'PUT', url: at(key), headers, payload }, WRITE_MS);
      // A service that refuses may do so before it has read everything, and close the connection.
      const written = pipeline(Readable.from(content()), sent).catch(() => {});
      const reply = await replyOf(sent);
      await drained(reply);
      await written;
      if (reply.statusCode !== 200) throw new S3Refused(reply.statusCode ?? 0);
    },
    async *read(key, from) {
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
      const sent = begin(network, bucket, { method: 'GET', url: at(key), headers }, null);
      sent.setTimeout(REPLY_MS, () => sent.destroy(new Error('the object store does not answer')));
      sent.end();
      const reply = await replyOf(sent);
      if (reply.statusCode !== (from > 0 ? 206 : 200)) {
        reply.destroy();
        throw new S3Refused(reply.statusCode ?? 0);
      }
      yield* reply as AsyncIterable<Buffer>;
    },
    async remove(key) {
      const sent = begin(network, bucket, { method: 'DELETE', url: at(key) }, REPLY_MS);
      sent.end();
      const reply = await replyOf(sent);
      await drained(reply);
      if (![200, 204, 404].includes(reply.statusCode ?? 0)) throw new S3Refused(reply.statusCode ?? 0);
    },
    isReachable: (signal) =>
      listObjects(bucket, { prefix, token: null, max: 1 }, { network, now: new Date(), signal }).then(
        () => true,
        () => false,
      ),
    close: () => network.close(),
  };
}

type Request = Parameters<typeof signRequest>[1];

/** The service compares the time of the signature with its own clock. */
function begin(network: GuardedNetwork, bucket: S3Bucket, request: Request, limit_ms: number | null) {
  const { method, url } = request;
  const headers = { ...signRequest(bucket, request, new Date()), 'accept-encoding': 'identity' };
  return network.request(url, {
    method,
    headers,
    ...(limit_ms === null ? {} : { signal: AbortSignal.timeout(limit_ms) }),
  });
}

async function replyOf(sent: ReturnType<typeof begin>): Promise<IncomingMessage> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  // A connection that breaks after the reply ends the reading of the reply.
  sent.on('error', () => {});
  return reply;
}

/** Read to its end, so that the connection can be used again. */
async function drained(reply: IncomingMessage): Promise<void> {
  for await (const _ of reply);
}

async function sha256Of(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
