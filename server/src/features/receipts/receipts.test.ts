import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHED_KEYS_PATH, type ReceiptContent } from '#contract/receipts.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { secretKeys } from '../../adapters/sealing/secret-keys.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { receipt_keys, receipts } from '../../db/tables/receipts.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { erase } from '../privacy/erase.ts';
import { findPerson } from '../privacy/person.ts';
import { findResidualData } from '../privacy/residual-personal-data.ts';

const MANUAL = '# Senhas\n\nA senha temporária vale por trinta minutos e só pode ser usada uma vez.\n';
const QUESTION = 'Por quanto tempo vale a senha temporária?';
const ANSWER = 'Vale por trinta minutos, só uma vez — «atenção» [1].';
const SCRIPT = fileURLToPath(new URL('../../../../web/public/conferir.mjs', import.meta.url));

let testServer: TestServer;
let folder: string;
beforeAll(async () => {
  testServer = await startTestServer({
    models: scriptedModels(scripted([ANSWER])),
    env: { TRUST_PROXY: '127.0.0.1' },
  });
  folder = await mkdtemp(join(tmpdir(), 'receipts-'));
});
afterAll(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  await testServer.close();
  await rm(folder, { recursive: true, force: true });
});

let people = 0;

/** An answer that cites the manual, and its receipt. */
async function sealed(choice: object = {}) {
  const { db } = testServer.context;
  const base = await createKnowledgeBase(db, { name: 'Manual' });
  await ingestText(db, {
    knowledge_base_id: base.id,
    original_filename: 'manual.md',
    file_type: 'md',
    file_size: MANUAL.length,
    text: MANUAL,
  });
  const agent = await buildAgent(testServer.context, { name: 'Ajuda', knowledge_bases: [base.id] });
  const name = `Ana ${['Prado', 'Luz', 'Reis', 'Melo'][people % 4]} ${String.fromCharCode(65 + people)}asconcelos`;
  people += 1;
  const ana = await testServer.user({ name });
  const as = testServer.as(ana);
  const session = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const id = (await as.ask(session.id, QUESTION)).events.at(-1)?.message_id as number;
  const seal = async (wanted: object = choice) => as.post(`/chat/messages/${id}/receipts`, wanted);
  const { code } = (await seal()).body.data;
  const check = async (reader = as) => (await reader.get(`/receipts/${code}/check`)).body.data;
  const row = async () => (await db.select().from(receipts).where(eq(receipts.code, code)))[0];
  return {
    base: base.id,
    agent,
    ana,
    name,
    as,
    session: session.id,
    id,
    seal,
    code: code as string,
    check,
    row,
  };
}

const contentOf = ({ canonical }: { canonical: string }): ReceiptContent => JSON.parse(canonical);
const fileOf = ({ canonical, signature, key_id }: Record<string, string>) =>
  JSON.stringify({ canonical, signature, key_id });

async function run(file: string | Buffer, keys: string | null) {
  const path = join(folder, 'comprovante.json');
  await writeFile(path, file);
  const list = join(folder, 'chaves.json');
  if (keys !== null) await writeFile(list, keys);
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [SCRIPT, path, ...(keys === null ? [] : [list])], (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout }),
    );
  });
}

const publishedKeys = async () =>
  (await testServer.app.inject({ method: 'GET', url: PUBLISHED_KEYS_PATH })).body;

describe('a receipt', () => {
  test('R-PRF-01 holds the answer as it was, its agent, its sources, and the question only where it was chosen', async () => {
    const { check, agent, seal, as, code, name } = await sealed();
    const checked = await check();
    expect(checked).toMatchObject({ state: 'valid', code, sources: [{ n: 1, state: 'same' }] });
    const content = contentOf(checked);
    expect(content).toMatchObject({
      v: 1,
      code,
      issuer: { name: 'localhost:3000', url: 'http://localhost:3000' },
      question: QUESTION,
      answer: ANSWER,
      agent: { id: agent.id, name: 'Ajuda', hash: expect.stringMatching(/^[\da-f]{64}$/) },
      notice: 'Gerado por IA. Confira as fontes.',
      sources: [{ n: 1, kind: 'document', title: 'manual.md' }],
    });
    expect(MANUAL).toContain(content.sources[0]?.text);
    expect(content).not.toHaveProperty('name');
    const named = (await seal({ question: false, name: true })).body.data.code;
    const other = contentOf((await as.get(`/receipts/${named}/check`)).body.data);
    expect(other.name).toBe(name);
    expect(other).not.toHaveProperty('question');
    expect(other).not.toHaveProperty('asked_at');
  });

  test('R-PRF-01 is the same for the same choice, also when it is pressed twice at once', async () => {
    const { seal, code, as } = await sealed();
    expect((await seal()).body.data.code).toBe(code);
    testServer.clock.advance(1_000);
    const both = await Promise.all([seal({ question: false }), seal({ question: false })]);
    expect(new Set(both.map(({ body }) => body.data.code)).size).toBe(1);
    expect((await as.get('/receipts')).body).toMatchObject({
      metadata: { total: 2 },
      data: [
        { with_question: false, excerpt: ANSWER },
        { with_question: true, excerpt: QUESTION },
      ],
    });
  });

  test('is found by its code however it was typed', async () => {
    const { code, as } = await sealed();
    const typed = code.slice(5).toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o').replaceAll('v', 'u');
    const spaced = `prsa ${typed.slice(0, 4)} ${typed.slice(4, 8)}-${typed.slice(8)}`;
    expect((await as.get(`/receipts/${encodeURIComponent(spaced)}/check`)).body.data.code).toBe(code);
  });

  test('leaves its hash in the audit log, without code, person or words', async () => {
    const { row } = await sealed();
    const sha256 = (await row())?.sha256.toString('hex');
    const entries = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.action, 'receipt.sealed'));
    expect(entries.at(-1)).toMatchObject({
      actor_reference: null,
      person_reference: null,
      object_name: null,
      after: { sha256 },
    });
  });

  test('is not given for an answer that was tried out: a draft that nobody may use says nothing in the organisation’s name', async () => {
    const { session, seal } = await sealed();
    const { db } = testServer.context;
    await db.update(chat_sessions).set({ is_test: true }).where(eq(chat_sessions.id, session));
    const refused = await seal({ question: false, name: true });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'link_not_allowed', detail: 'Esta conversa não pode ser compartilhada.' },
    ]);
  });

  test('is not given for an answer that was stopped, and not for one of somebody else', async () => {
    const { id, seal } = await sealed();
    const { db } = testServer.context;
    await db.update(messages).set({ status: 'stopped' }).where(eq(messages.id, id));
    const refused = await seal({ question: false });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'answer_not_finished', detail: 'Aguarde o fim da resposta.' },
    ]);
    const bia = testServer.as(await testServer.user());
    expect((await bia.post(`/chat/messages/${id}/receipts`, {})).status).toBe(404);
  });

  test('is made at most a hundred times on a day, revoked ones included', async () => {
    const { ana, seal } = await sealed();
    const { db, clock } = testServer.context;
    const signed = {
      sha256: Buffer.alloc(32),
      signature: Buffer.alloc(64),
      key_id: 'x',
      revoked_at: clock.now(),
    };
    await db.insert(receipts).values(
      Array.from({ length: 99 }, (_, place) => ({
        ...signed,
        code: `PRSA-${ana.id}-${place}`,
        user_id: ana.id,
        with_question: true,
        with_name: true,
        created_at: clock.now(),
      })),
    );
    const refused = await seal({ question: false });
    expect([refused.status, refused.body.detail]).toEqual([429, 'Você já gerou 100 comprovantes hoje.']);
    expect((await seal()).status).toBe(200);
  });
});

describe('checking a receipt', () => {
  test('R-PRF-03 the script proves it with Node, the file and the published keys, and nothing of the server', async () => {
    const { check } = await sealed();
    const keys = await publishedKeys();
    const proved = await run(fileOf(await check()), keys);
    expect(proved.code).toBe(0);
    expect(proved.said).toContain('Confere. O Prosa de localhost:3000 (http://localhost:3000) disse isto em');
    expect(proved.said).toContain(ANSWER);
    expect((await readFile(SCRIPT, 'utf8')).split(/\n+/).filter(Boolean).length).toBeLessThanOrEqual(20);
    const chapter = await readFile(
      new URL('../../../../docs/manual/23-comprovantes.md', import.meta.url),
      'utf8',
    );
    expect(chapter).toContain((await readFile(SCRIPT, 'utf8')).trim());
  });

  test('R-PRF-04 one changed byte anywhere in the file fails the proof', async () => {
    const { check } = await sealed();
    const keys = await publishedKeys();
    const whole = Buffer.from(fileOf(await check()));
    const step = Math.ceil(whole.length / 24);
    const places = [...Array(24).keys()].map((place) => Math.min(place * step, whole.length - 1));
    const passed: number[] = [];
    for (const place of [...places, whole.length - 24, whole.indexOf('key_id') - 4]) {
      const altered = Buffer.from(whole);
      altered[place] = (altered[place] ?? 0) ^ 1;
      if ((await run(altered, keys)).code === 0) passed.push(place);
    }
    expect(passed).toEqual([]);
    const stranger = await run(whole, JSON.stringify({ keys: [] }));
    expect(stranger).toMatchObject({ code: 1, said: expect.stringMatching(/^Não confere/) });
  });

  test('R-PRF-04 a text that was changed in the database does not check', async () => {
    const { code, check, row } = await sealed();
    const canonical = (await row())?.canonical?.replace('trinta', 'quarenta') ?? '';
    await testServer.context.db.update(receipts).set({ canonical }).where(eq(receipts.code, code));
    expect(await check()).toMatchObject({ state: 'altered', canonical: null, sources: [] });
  });

  test('R-PRF-05 tells whether the sources still say so: same, changed, removed', async () => {
    const { base, check } = await sealed();
    const states = async () => (await check()).sources;
    const { db } = testServer.context;
    const there = eq(documents.knowledge_base_id, base);
    await db
      .update(documents)
      .set({ content_text: `Antes.\n\n${MANUAL}` })
      .where(there);
    expect(await states()).toEqual([{ n: 1, state: 'same' }]);
    await db
      .update(documents)
      .set({ content_text: MANUAL.replace('trinta', 'quarenta') })
      .where(there);
    expect(await states()).toEqual([{ n: 1, state: 'changed' }]);
    await db.delete(documents).where(there);
    expect(await states()).toEqual([{ n: 1, state: 'removed' }]);
    expect((await check()).state).toBe('valid');
  });

  test('R-PRF-06 is public only if it is switched on, and unknown to everybody else before', async () => {
    const { code, as } = await sealed();
    const path = `/public/receipts/${code}/check`;
    const anyone = testServer.anyone();
    const off = await anyone.get(path);
    const unknown = await anyone.get('/public/receipts/PRSA-000000000000/check');
    expect([off.status, { ...off.body, request_id: null }]).toEqual([
      404,
      { ...unknown.body, request_id: null },
    ]);
    expect(off.body.detail).toBe('Comprovante não encontrado.');
    const change = { receipts_public: true, organisation_name: ' Prefeitura de  Exemplo ' };
    expect((await as.put('/admin/interface', change)).status).toBe(403);
    const boss = testServer.as(await testServer.user({ role: 'superadmin' }));
    expect((await boss.put('/admin/interface', change)).body.data).toMatchObject({
      receipts_public: true,
      organisation_name: 'Prefeitura de Exemplo',
    });
    expect((await anyone.get(path)).body.data.state).toBe('valid');
    expect((await anyone.get('/config')).body.data.receipts_public).toBe(true);
    await boss.put('/admin/interface', { receipts_public: false, organisation_name: null });
    expect((await anyone.get(path)).status).toBe(404);
  });

  test('guessing codes is stopped after ten misses from one network', async () => {
    const { code, as } = await sealed();
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let tried = 0; tried < 10; tried += 1)
      expect((await as.get('/receipts/PRSA-000000000000/check', { headers })).status).toBe(404);
    expect((await as.get(`/receipts/${code}/check`, { headers })).status).toBe(429);
    expect((await as.get(`/receipts/${code}/check`)).status).toBe(200);
  });

  test('another secret makes a new pair of keys, and what the old one signed still checks', async () => {
    const old = await sealed();
    const { context } = testServer;
    const before = context.secretKeys;
    context.secretKeys = secretKeys(undefined, 'the secret of the house that was restored elsewhere');
    try {
      const next = await sealed();
      expect((await next.check()).key_id).not.toBe((await old.check()).key_id);
      expect((await old.check()).state).toBe('valid');
      expect((await next.check()).state).toBe('valid');
      const kept = await context.db.select().from(receipt_keys).orderBy(receipt_keys.id);
      expect(kept.slice(-2)).toMatchObject([
        { private_sealed: null, retired_at: expect.any(Date) },
        { private_sealed: expect.stringMatching(/^v1\./), retired_at: null },
      ]);
      const published = JSON.parse(await publishedKeys());
      expect(published.keys).toHaveLength(kept.length);
      expect(JSON.stringify(published)).not.toContain('private');
      expect((await run(fileOf(await old.check()), JSON.stringify(published))).code).toBe(0);
    } finally {
      context.secretKeys = before;
    }
  });
});

describe('the end of a receipt', () => {
  test('its owner revokes it: the text goes, and the code is known as revoked', async () => {
    const { code, as, check, row, seal } = await sealed();
    const bia = testServer.as(await testServer.user());
    expect((await bia.delete(`/receipts/${code}`)).status).toBe(404);
    expect((await as.delete(`/receipts/${code}`)).status).toBe(200);
    expect((await as.delete(`/receipts/${code}`)).status).toBe(200);
    expect(await check()).toMatchObject({ state: 'revoked', canonical: null, ended_at: expect.any(String) });
    expect(await row()).toMatchObject({ canonical: null, places: [] });
    expect((await seal()).body.data.code).not.toBe(code);
  });

  test('a deleted conversation keeps its receipts unless they are revoked with it', async () => {
    const kept = await sealed();
    await kept.as.delete(`/chat/sessions/${kept.session}`);
    expect(await kept.check()).toMatchObject({ state: 'valid', sources: [{ n: 1, state: 'same' }] });
    const gone = await sealed();
    const listed = await gone.as.get('/receipts', { query: { session_id: gone.session } });
    expect(listed.body.metadata.total).toBe(1);
    expect((await gone.as.get('/receipts', { query: { session_id: kept.session } })).body.data).toEqual([]);
    await gone.as.delete(`/chat/sessions/${gone.session}?receipts=revoke`);
    expect((await gone.check()).state).toBe('revoked');
  });

  test('R-PRF-07 an erased account leaves hash and signature, and nothing of the person', async () => {
    const { ana, code, row, check } = await sealed({ name: true });
    const file = fileOf(await check());
    const { db, clock } = testServer.context;
    const person = await findPerson(db, ana.id);
    if (!person) throw new Error('nobody');
    await db.transaction((tx) => erase(tx, person, clock.now()));
    const left = await row();
    expect(left).toMatchObject({
      user_id: null,
      message_id: null,
      session_id: null,
      canonical: null,
      places: [],
      signature: expect.any(Buffer),
    });
    expect(await findResidualData(db, person)).toEqual([]);
    const bia = testServer.as(await testServer.user());
    const checked = (await bia.get(`/receipts/${code}/check`)).body.data;
    expect(checked).toMatchObject({ state: 'removed', canonical: null, ended_at: expect.any(String) });
    expect((await run(file, await publishedKeys())).code).toBe(0);
    const { rows } = await db.execute(
      sql`select encode(sha256(${JSON.parse(file).canonical}::bytea), 'hex') h`,
    );
    expect(rows[0]?.h).toBe(checked.sha256);
  });
});
