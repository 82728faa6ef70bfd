import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { ACCOUNT, type BucketStub, openBucketStub } from '../../../test/syncs/s3.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith, settled } from '../../../test/uploads.ts';
import {
  document_file_parts,
  document_files,
  documents,
  knowledge_bases,
} from '../../db/tables/knowledge.ts';
import { removed_objects } from '../../db/tables/removed-objects.ts';
import { session_file_parts, session_files } from '../../db/tables/session-files.ts';
import { parseFilesAddress } from '../../text/files-address.ts';
import { moveFiles } from './move-files.ts';
import { CONVERSATION_FILES, DOCUMENT_FILES, readFile } from './stored-files.ts';

/** Two pieces of few words, so that it is read at once. */
const TEXT = `O prazo é de dez dias úteis.${' '.repeat(300_000)}
Fim.`;

let bucket: BucketStub;
let testServer: TestServer;
beforeAll(async () => {
  bucket = await openBucketStub();
  const { region, access_key_id, secret } = ACCOUNT;
  const { origin } = new URL(bucket.endpoint);
  testServer = await startTestServer({
    env: {
      FILES_URL: { endpoint: origin, bucket: 'arquivos', prefix: 'prosa/', region, access_key_id, secret },
    },
  });
});
beforeEach(() => {
  bucket.objects.clear();
  bucket.asked.length = 0;
  delete bucket.onPut;
  delete bucket.onGet;
});
afterEach(async () => {
  const { db } = testServer.context;
  expect(await brokenInvariants(db)).toEqual([]);
  await db.delete(knowledge_bases);
  await db.delete(session_files);
  await db.delete(removed_objects);
});
afterAll(async () => {
  await testServer.close();
  await bucket.close();
});

const move = (FILES_STORAGE: 'bucket' | 'database' = 'bucket') =>
  moveFiles({ ...testServer.context, env: { ...testServer.context.env, FILES_STORAGE } }, 600_000);

async function uploadedDocument(content = TEXT) {
  const { context } = testServer;
  const [base] = await context.db.insert(knowledge_bases).values({ name: 'Normas' }).returning();
  const knowledge_base_id = base?.id ?? 0;
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const path = `/knowledge-bases/${knowledge_base_id}/documents`;
  const { status, body } = await admin.upload(path, formWith('normas.txt', content));
  expect(status).toBe(201);
  const document_id = body.data.id as number;
  await settled(testServer, { knowledge_base_id, document_id });
  const [file] = await context.db.select().from(document_files);
  if (!file) throw new Error('no file');
  const key = `prosa/documents/${knowledge_base_id}/${file.id}`;
  const stored = { kind: DOCUMENT_FILES, owner: knowledge_base_id, id: file.id, file_size: file.file_size };
  return { admin, at: `${path}/${document_id}`, key, stored, place: { knowledge_base_id, document_id } };
}

const rowOf = async () => (await testServer.context.db.select().from(document_files))[0];
const parts = () => testServer.context.db.$count(document_file_parts);

test('files of documents and of conversations go to the bucket once they were read, and come back as they were sent', async () => {
  const { context } = testServer;
  const { admin, at, key, place } = await uploadedDocument();
  const ana = await testServer.user();
  const agent = await buildAgent(context, { rules: { files: 'only_files' } });
  const { id } = await buildSession(context, { user_id: ana.id, agent_id: agent.id });
  const file = await testServer
    .as(ana)
    .upload(`/chat/sessions/${id}/files`, formWith('nota.txt', 'Vale o artigo 4.'));
  await context.db.update(session_files).set({ status: 'ready', progress: 1 });
  expect(await parts()).toBe(2);
  await move();
  const keys = [key, `prosa/conversations/${ana.id}/${file.body.data.id}`];
  expect([...bucket.objects.keys()].sort()).toEqual(keys.sort());
  expect([await parts(), await context.db.$count(session_file_parts)]).toEqual([0, 0]);
  expect((await admin.get(`${at}/file`)).text).toBe(TEXT);
  const mine = await testServer.as(ana).get(`/chat/sessions/${id}/files/${file.body.data.id}/file`);
  expect(mine.text).toBe('Vale o artigo 4.');
  // They can be read anew from there.
  await context.db.update(documents).set({ reader_version: 0 });
  const again = await admin.post(`/knowledge-bases/${place.knowledge_base_id}/reread`, {});
  expect(again.body).toMatchObject({ data: { queued: 1 } });
  expect(await settled(testServer, place)).toMatchObject({ status: 'ready' });
  const { body } = await admin.get('/admin/settings');
  expect(body.data.files).toEqual({ kind: 'bucket', in_database: 0, in_bucket: 2, problem: null });
  // A run that finds nothing to do asks the bucket for nothing.
  bucket.asked.length = 0;
  await move();
  expect(bucket.asked).toEqual([]);
});

test('files return to the database while people go on, and their objects are removed', async () => {
  const { admin, at, key } = await uploadedDocument();
  await move();
  await move('database');
  expect(await rowOf()).toMatchObject({ stored_in: 'database' });
  bucket.objects.clear();
  expect((await admin.get(`${at}/file`)).text).toBe(TEXT);
  bucket.objects.set(key, TEXT);
  await testServer.context.db.update(removed_objects).set({ removed_at: sql`now() - interval '16 minutes'` });
  await move('database');
  expect(bucket.objects.size).toBe(0);
});

test('the object of a deleted file is removed a quarter of an hour later, whichever statement deleted it', async () => {
  const { db } = testServer.context;
  const { key } = await uploadedDocument('Vale.');
  await move();
  await db.delete(knowledge_bases);
  await move();
  expect(bucket.objects.has(key)).toBe(true);
  await db.update(removed_objects).set({ removed_at: sql`now() - interval '16 minutes'` });
  await move();
  expect([bucket.objects.size, await db.$count(removed_objects)]).toEqual([0, 0]);
});

test('an object of a file that stands is never removed, and a removal that fails is tried again', async () => {
  const { db } = testServer.context;
  const { key, stored } = await uploadedDocument('Vale.');
  await move();
  const old = { folder: 'documents', owner_id: stored.owner, removed_at: new Date(0) };
  await db.insert(removed_objects).values({ ...old, file_id: stored.id });
  await move();
  expect([bucket.objects.has(key), await db.$count(removed_objects)]).toEqual([true, 0]);
  await db.insert(removed_objects).values({ ...old, file_id: crypto.randomUUID() });
  const { objects } = testServer.context;
  const away = objects && { ...objects, remove: () => Promise.reject(new Error('away')) };
  await expect(moveFiles({ ...testServer.context, objects: away })).rejects.toThrow('away');
  expect(await db.$count(removed_objects)).toBe(1);
});

test('a bucket that refuses stops nothing: uploads are kept in the database until it takes them', async () => {
  const { admin, at } = await uploadedDocument();
  bucket.onPut = async () => 503;
  await expect(move()).rejects.toThrow('the service answered 503');
  expect(await rowOf()).toMatchObject({ stored_in: 'copying' });
  expect((await admin.get(`${at}/file`)).text).toBe(TEXT);
  delete bucket.onPut;
  await move();
  expect(await rowOf()).toMatchObject({ stored_in: 'bucket' });
  bucket.onGet = (_, response) => !!response.writeHead(500).end();
  const reply = await admin.get(`${at}/file`);
  expect([reply.status, reply.body.code]).toEqual([503, 'file_storage_away']);
});

test('a file that is deleted while it is copied leaves no object', async () => {
  const { db } = testServer.context;
  await uploadedDocument('Vale.');
  bucket.onPut = async () => void (await db.delete(knowledge_bases));
  await move();
  expect(bucket.objects.size).toBe(1);
  await db.update(removed_objects).set({ removed_at: new Date(0) });
  await move();
  expect(bucket.objects.size).toBe(0);
});

test('a process that dies between the copy and its note leaves the file whole, and the next one goes on', async () => {
  const { db } = testServer.context;
  const { admin, at, key } = await uploadedDocument();
  await db.update(document_files).set({ stored_in: 'copying' });
  bucket.objects.set(key, TEXT.slice(0, 100));
  await move();
  expect((await admin.get(`${at}/file`)).text).toBe(TEXT);
  expect(await parts()).toBe(0);
});

test('a file that is moved while it is read is read to its end', async () => {
  const { context } = testServer;
  const { stored, key } = await uploadedDocument();
  const pieces: Buffer[] = [];
  for await (const piece of readFile(context, stored)) {
    pieces.push(piece);
    if (pieces.length === 1) await move();
  }
  expect(Buffer.concat(pieces).toString()).toBe(TEXT);
  // Only what was missing came from the bucket.
  const got = bucket.asked.find(({ what }) => what === 'get');
  expect(got).toEqual({ what: 'get', key, bytes: stored.file_size - (pieces[0]?.length ?? 0) });
});

test('a file whose pieces are lost is passed over, and the others are moved', async () => {
  const { context } = testServer;
  await uploadedDocument('Vale.');
  const ana = await testServer.user();
  const lost = { id: crypto.randomUUID(), session_id: crypto.randomUUID() };
  const agent = await buildAgent(context, {});
  const { id } = await buildSession(context, { user_id: ana.id, agent_id: agent.id });
  await context.db.insert(session_files).values({
    ...lost,
    session_id: id,
    user_id: ana.id,
    original_filename: 'x.txt',
    file_type: 'txt',
    file_size: 5,
    status: 'failed',
  });
  await move();
  expect(await rowOf()).toMatchObject({ stored_in: 'bucket' });
  const [file] = await context.db.select().from(session_files);
  expect(file?.stored_in).toBe('copying');
  expect(testServer.logs.some((line) => line.includes('its pieces are not whole'))).toBe(true);
  const reading = readFile(context, { kind: CONVERSATION_FILES, owner: ana.id, id: lost.id, file_size: 5 });
  await expect(reading.next()).rejects.toThrow('deleted while it was read');
});

test('the address of a bucket has a key, a secret and a bucket, and says its region', () => {
  expect(
    parseFilesAddress('https://CHAVE:a%2Fb%2B@s3.exemplo:9000/arquivos/prosa/um?region=sa-east-1'),
  ).toEqual({
    endpoint: 'https://s3.exemplo:9000',
    bucket: 'arquivos',
    prefix: 'prosa/um/',
    region: 'sa-east-1',
    access_key_id: 'CHAVE',
    secret: 'a/b+',
  });
  for (const wrong of [
    's3://arquivos',
    'https://s3.exemplo/arquivos',
    'https://CHAVE:segredo@s3.exemplo/',
    'https://CHAVE:segredo@s3.exemplo/arquivos/../outros?x=1',
    'https://CHAVE:segredo@s3.exemplo/Arquivos',
    'https://CHAVE:%zz@s3.exemplo/arquivos',
  ])
    expect(parseFilesAddress(wrong), wrong).toBeNull();
});
