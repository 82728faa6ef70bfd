/** An S3 service on loopback: lists, gives and takes objects by requests whose signature it has computed itself. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BucketStub = {
  endpoint: string;
  /** By key. */
  objects: Map<string, string | Uint8Array>;
  /** The requests, with how many bytes of an object were sent. */
  asked: { what: 'list' | 'get' | 'put' | 'delete'; key: string; bytes: number }[];
  /** Replaces the reply to a listing; `page` counts from 1. */
  onList?: (page: number, response: ServerResponse) => boolean;
  /** Replaces the reply to an object. */
  onGet?: (key: string, response: ServerResponse) => boolean;
  /** Waits before the reply to an object that was taken, or refuses it with a status. */
  onPut?: (key: string) => Promise<number | undefined>;
  close(): Promise<void>;
};

export const ACCOUNT = {
  region: 'us-east-1',
  access_key_id: 'CHAVE',
  secret: 'segredo-do-bucket-0123456789',
};

/** `page`: objects of one page of a listing. */
export async function openBucketStub(page = 2): Promise<BucketStub> {
  const server = createServer((request, response) => void answer(stub, page, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stub: BucketStub = {
    endpoint: `http://127.0.0.1:${port}/`,
    objects: new Map(),
    asked: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stub;
}

async function answer(
  stub: BucketStub,
  page: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stub');
  if (!isSigned(request)) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    return;
  }
  const [, , ...parts] = url.pathname.split('/');
  if (url.searchParams.get('list-type') === '2') {
    list(stub, page, url, response);
    return;
  }
  const key = parts.map(decodeURIComponent).join('/');
  if (request.method === 'PUT') {
    await take(stub, key, request, response);
    return;
  }
  if (request.method === 'DELETE') {
    stub.asked.push({ what: 'delete', key, bytes: 0 });
    stub.objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  const asked = { what: 'get' as const, key, bytes: 0 };
  stub.asked.push(asked);
  if (stub.onGet?.(key, response)) return;
  const body = stub.objects.get(key);
  if (body === undefined) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const sent = Buffer.from(body).subarray(from);
  asked.bytes = sent.length;
  response.writeHead(from > 0 ? 206 : 200, { etag: `"${etagOf(body)}"` }).end(sent);
}

/** The content has to be what its signature says. */
async function take(
  stub: BucketStub,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const body = Buffer.concat(pieces);
  stub.asked.push({ what: 'put', key, bytes: body.length });
  const refused = sha256(body) === request.headers['x-amz-content-sha256'] ? await stub.onPut?.(key) : 400;
  if (refused === undefined) stub.objects.set(key, body);
  response.writeHead(refused ?? 200).end();
}

function list(stub: BucketStub, size: number, url: URL, response: ServerResponse): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const start = Number(url.searchParams.get('continuation-token') ?? 0);
  stub.asked.push({ what: 'list', key: prefix, bytes: 0 });
  if (stub.onList?.(start / size + 1, response)) return;
  const keys = [...stub.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const page = keys.slice(start, start + size);
  const more = start + size < keys.length;
  const contents = page.map((key) => {
    const body = stub.objects.get(key) ?? '';
    return `<Contents><Key>${encodeURIComponent(key).replaceAll('%2F', '/')}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified><ETag>&quot;${etagOf(body)}&quot;</ETag><Size>${Buffer.byteLength(body)}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${start + size}</NextContinuationToken>` : '';
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
}

const etagOf = (body: string | Uint8Array) => createHash('md5').update(body).digest('hex');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Computed from the request as it came over the wire, by the words of the protocol. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const { authorization = '' } = headers;
  const [, key, day, region, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (key !== ACCOUNT.access_key_id || region !== ACCOUNT.region || !day) return false;
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`;
  const signing = hmac(hmac(hmac(hmac(`AWS4${ACCOUNT.secret}`, day), region), 's3'), 'aws4_request');
  return hmac(signing, text).toString('hex') === signature;
}
