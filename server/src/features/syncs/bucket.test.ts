/** Bases that follow a bucket, against a service that checks every signature. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SyncSettings } from '#contract/sync-sources.ts';
import { countsOf, type Follower, followerOf } from '../../../test/syncs/follow.ts';
import { ACCOUNT, type BucketStub, openBucketStub } from '../../../test/syncs/s3.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { leftFiles } from '../../../test/uploads.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { sync_runs, syncs } from '../../db/tables/syncs.ts';
import { parseHostList } from '../../network-address.ts';
import { brokenDocuments } from '../knowledge/invariants.ts';
import { brokenSyncs } from './invariants.ts';

let testServer: TestServer;
let bucket: BucketStub;
let boss: ReturnType<TestServer['as']>;
let base: number;
let follow: Follower;
beforeEach(async () => {
  bucket = await openBucketStub();
  const SYNC_PRIVATE_HOSTS = parseHostList('127.0.0.1,localhost');
  if (!SYNC_PRIVATE_HOSTS) throw new Error('no list');
  testServer = await startTestServer({ env: { SYNC_PRIVATE_HOSTS } });
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  base = (await boss.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
  follow = followerOf(testServer, () => boss, base);
});
afterEach(async () => {
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
  expect(await brokenSyncs(testServer.context.db)).toEqual([]);
  expect(await leftFiles(testServer)).toEqual([]);
  await testServer.close();
  await bucket.close();
});

const settings = (wishes: object = {}) =>
  ({
    kind: 's3',
    endpoint: bucket.endpoint,
    region: ACCOUNT.region,
    bucket: 'docs',
    prefix: '',
    access_key_id: ACCOUNT.access_key_id,
    include: [],
    exclude: [],
    ...wishes,
  }) as SyncSettings;
const typed = (wishes: object = {}) => ({ settings: settings(wishes), secret: ACCOUNT.secret });
const QUIET = { added: 0, changed: 0, unchanged: 0, missing: 0, withdrawn: 0, failed: 0, outcome: 'done' };
const gets = () => bucket.asked.filter(({ what }) => what === 'get').map(({ key }) => key);

test('R-DOC-48 objects come page by page, and a second run fetches none of them', async () => {
  bucket.objects.set('atas/1.txt', 'A diária é de cem reais.');
  bucket.objects.set('atas/2.txt', 'A multa é de dez reais.');
  bucket.objects.set("b c+d (1)'é.md", 'O prazo é de trinta dias.');
  bucket.objects.set('pasta/', '');
  bucket.objects.set('foto.raw', 'x');
  bucket.objects.set('vazio.txt', '');
  const sync = await follow.saved(typed());
  expect(sync).toMatchObject({ secret: 'stored', settings: { endpoint: bucket.endpoint } });
  bucket.asked.splice(0);
  expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, added: 3 });
  expect(await follow.items(sync)).toEqual([
    'atas/1.txt kept',
    'atas/2.txt kept',
    "b c+d (1)'é.md kept",
    'foto.raw skipped type',
    'vazio.txt skipped empty',
  ]);
  expect(gets().sort()).toEqual(['atas/1.txt', 'atas/2.txt', "b c+d (1)'é.md"]);
  expect(await follow.found('prazo')).toEqual(['O prazo é de trinta dias.']);
  bucket.asked.splice(0);
  expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 3 });
  expect(gets()).toEqual([]);
  bucket.objects.set('atas/2.txt', 'A multa é de mil reais.');
  expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, changed: 1, unchanged: 2 });
  expect(gets()).toEqual(['atas/2.txt']);
});

test('R-DOC-46 the secret comes back nowhere, and another address asks for it again', async () => {
  bucket.objects.set('a.txt', 'Texto.');
  const sync = await follow.saved(typed());
  await follow.ran(sync);
  const one = `${follow.path}/syncs/${sync.id}`;
  const body = {
    name: 'Bucket',
    settings: settings(),
    schedule: { kind: 'manual' },
    updated_at: sync.updated_at,
  };
  const renamed = await boss.put(one, body);
  expect([renamed.status, renamed.body.data.secret]).toEqual([200, 'stored']);
  const elsewhere = bucket.endpoint.replace('127.0.0.1', 'localhost');
  const moved = await boss.put(one, {
    ...body,
    settings: settings({ endpoint: elsewhere }),
    updated_at: renamed.body.data.updated_at,
  });
  expect([moved.status, moved.body.errors?.[0]]).toEqual([
    422,
    { field: 'secret', message: 'O endereço mudou: digite o segredo de novo.' },
  ]);
  const { db } = testServer.context;
  const kept = [await db.select().from(syncs), await db.select().from(sync_runs)];
  const replies = [
    (await boss.get(`${follow.path}/syncs`)).body,
    (await boss.get(`${one}/runs`)).body,
    renamed.body,
    moved.body,
  ];
  const all = JSON.stringify([kept, replies, await db.select().from(audit_entries), testServer.logs]);
  expect(all).not.toContain(ACCOUNT.secret);
  expect(JSON.stringify(kept)).toContain('v1.');
});

test('R-DOC-49 half a listing, a refused account and a page to sign in withdraw nothing', async () => {
  for (let at = 0; at < 6; at += 1) bucket.objects.set(`${at}.txt`, `A regra de número ${at}.`);
  const sync = await follow.saved(typed());
  await follow.ran(sync);
  bucket.objects.delete('0.txt');
  await follow.ran(sync);
  const failures = [
    { onList: (page: number, code = 500) => page === 2 && code, error: 'sync_away' },
    { onList: (page: number, code = 403) => page === 1 && code, error: 'sync_refused' },
    { onList: (page: number, code = 200) => page === 1 && code, error: 'sync_not_a_listing' },
  ];
  for (const { onList, error } of failures) {
    bucket.onList = (page, response) => {
      const code = onList(page);
      if (code) response.writeHead(code).end('<html><form><input type="password"></form></html>');
      return code !== false;
    };
    expect(await follow.ran(sync)).toMatchObject({ outcome: 'failed', withdrawn: 0, error: { code: error } });
  }
  delete bucket.onList;
  expect((await follow.names()).length).toBe(6);
  expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 5, missing: 1, withdrawn: 1 });
});

test('keys that climb, hold a NUL or are too long are refused, and a token that repeats ends the listing', async () => {
  bucket.objects.set('a.txt', 'Texto.');
  bucket.objects.set('../b.txt', 'Fora.');
  bucket.objects.set('c/./d.txt', 'Fora.');
  bucket.objects.set('e\0.txt', 'Fora.');
  bucket.objects.set(`${'f'.repeat(1_030)}.txt`, 'Longo.');
  const sync = await follow.saved(typed());
  const run = await follow.ran(sync);
  expect(countsOf(run)).toEqual({ ...QUIET, added: 1 });
  expect((await follow.items(sync)).map((item) => item.split(' ').at(-1))).toEqual([
    'bad_name',
    'kept',
    'bad_name',
    'bad_name',
    'bad_name',
  ]);
  expect(gets()).toEqual(['a.txt']);
  let pages = 0;
  bucket.onList = (_, response) => {
    pages += 1;
    response
      .writeHead(200)
      .end(
        '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>2</NextContinuationToken></ListBucketResult>',
      );
    return true;
  };
  expect(await follow.ran(sync)).toMatchObject({ outcome: 'done', listing_complete: false, missing: 0 });
  expect(pages).toBe(2);
});

test('an object that is too large, slow to come or gone leaves the others as they are', async () => {
  bucket.objects.set('a.txt', 'Texto.');
  bucket.objects.set('b.txt', 'Outro.');
  bucket.objects.set('c.txt', 'Mais um.');
  const sync = await follow.saved(typed());
  bucket.onGet = (key, response) => {
    if (key === 'a.txt') response.writeHead(200).end(Buffer.alloc(26 * 1024 * 1024, 'x'));
    else if (key === 'b.txt')
      response.writeHead(200, { 'content-length': '100' }).write('só isto', () => response.destroy());
    else return false;
    return true;
  };
  expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, added: 1, failed: 1 });
  expect(await follow.items(sync)).toEqual([
    'a.txt skipped too_large',
    'b.txt failed sync_away',
    'c.txt kept',
  ]);
});
