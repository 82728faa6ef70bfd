/** Bases that follow a folder, with real files in a temporary one. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SyncSettings } from '#contract/sync-sources.ts';
import { countsOf, type Follower, followerOf } from '../../../test/syncs/follow.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith, leftFiles } from '../../../test/uploads.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { brokenDocuments } from '../knowledge/invariants.ts';
import { brokenSyncs } from './invariants.ts';
import { syncJobs } from './jobs.ts';

let testServer: TestServer;
let root: string;
let boss: ReturnType<TestServer['as']>;
let base: number;
let follow: Follower;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'prosa-pasta-')));
  testServer = await startTestServer({ env: { SYNC_FOLDERS: [root] } });
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  base = (await boss.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
  follow = followerOf(testServer, () => boss, base);
});
afterEach(async () => {
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
  expect(await brokenSyncs(testServer.context.db)).toEqual([]);
  expect(await leftFiles(testServer)).toEqual([]);
  await testServer.close();
  await rm(root, { recursive: true, force: true });
});

const due = () => syncJobs(testServer.context)['knowledge.sync-due']({});
const write = async (path: string, text: string) => {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
};
const settings = (wishes: object = {}) =>
  ({ kind: 'folder', root, subfolder: '', include: [], exclude: [], ...wishes }) as SyncSettings;
const QUIET = { added: 0, changed: 0, unchanged: 0, missing: 0, withdrawn: 0, failed: 0, outcome: 'done' };

const FILES_OF_A_LONG_RUN = 25;

describe('a base that follows a folder', () => {
  test('R-DOC-47 a preview writes nothing, and saving needs one of just these settings', async () => {
    await write('atas/ata 1.txt', 'A ata primeira.');
    await write('regra.md', '# Regra\n\nVale.');
    await write('.oculto.txt', 'Não.');
    await write('foto.raw', 'Não.');
    const refused = await boss.post(`${follow.path}/syncs`, {
      name: 'Pasta',
      settings: settings(),
      schedule: { kind: 'manual' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'preview_needed']);
    const preview = await follow.previewed({ settings: settings() });
    expect(preview).toMatchObject({ outcome: 'done', added: 2, missing: 0, skipped: 2, partial: false });
    expect(await follow.names()).toEqual([]);
    expect(await follow.previewItems(preview.id)).toEqual([
      {
        external_id: '.oculto.txt',
        name: '.oculto.txt',
        size: null,
        state: 'skipped',
        reason: 'hidden',
        detail: 'nome oculto',
      },
      {
        external_id: 'atas/ata 1.txt',
        name: 'ata 1.txt',
        size: 15,
        state: 'new',
        reason: null,
        detail: null,
      },
      {
        external_id: 'foto.raw',
        name: 'foto.raw',
        size: 5,
        state: 'skipped',
        reason: 'type',
        detail: 'tipo de arquivo que não é lido',
      },
      { external_id: 'regra.md', name: 'regra.md', size: 14, state: 'new', reason: null, detail: null },
    ]);
    const save = (wishes: object) =>
      boss.post(`${follow.path}/syncs`, {
        name: 'Pasta',
        settings: settings(wishes),
        schedule: { kind: 'manual' },
      });
    expect((await save({ include: ['*.md'] })).body.code).toBe('preview_needed');
    expect((await save({})).status).toBe(201);
    testServer.clock.advance(61 * 60_000);
    boss = testServer.as(await testServer.user({ role: 'superadmin' }));
    expect((await save({})).body.code).toBe('preview_needed');
    expect((await boss.get(follow.path)).body.data.documents_count).toBe(0);
  });

  test('R-DOC-48 new, changed, unchanged and vanished files', async () => {
    await write('a.txt', 'A diária é de cem reais.');
    await write('b/b.txt', 'A multa é de dez reais.');
    await write('b/c.pdf', 'isto não é um PDF');
    const sync = await follow.saved({ settings: settings() });
    const first = await follow.ran(sync);
    expect(countsOf(first)).toEqual({ ...QUIET, added: 2, failed: 1 });
    expect(await follow.found('valor da diária')).toEqual(['A diária é de cem reais.']);
    expect(await follow.items(sync)).toEqual([
      'a.txt kept',
      'b/b.txt kept',
      'b/c.pdf failed file_not_what_it_says',
    ]);
    const items = await boss.get(`${follow.path}/syncs/${sync.id}/runs/${first.id}/items`, {
      query: { state: 'failed' },
    });
    expect(items.body.data).toMatchObject([
      { external_id: 'b/c.pdf', detail: expect.stringContaining('conteúdo') },
    ]);

    await rm(join(root, 'b/c.pdf'));
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 2 });
    const before = (await boss.get(follow.path)).body.data.documents;
    await write('a.txt', 'A diária é de duzentos reais.');
    await write('d.txt', 'O prazo é de trinta dias.');
    // Copied anew with the same bytes: read, compared and left as it is.
    await utimes(join(root, 'b/b.txt'), 1, 1);
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, added: 1, changed: 1, unchanged: 1 });
    expect(await follow.found('valor da diária')).toEqual(['A diária é de duzentos reais.']);
    const after = (await boss.get(follow.path)).body.data.documents;
    const idOf = (all: { id: number; original_filename: string }[], name: string) =>
      all.find(({ original_filename }) => original_filename === name)?.id;
    expect(idOf(after, 'a.txt')).toBe(idOf(before, 'a.txt'));
    expect(after.map(({ sync_id }: { sync_id: number }) => sync_id)).toEqual([sync.id, sync.id, sync.id]);
  });

  test('R-DOC-49 R-DOC-50 what two whole listings lack is withdrawn for thirty days, and may be restored', async () => {
    await write('a.txt', 'A diária é de cem reais.');
    await write('b.txt', 'A multa é de dez reais.');
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    await rm(join(root, 'a.txt'));
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 1, missing: 1 });
    expect(await follow.names()).toEqual(['a.txt', 'b.txt']);
    const document = (await boss.get(follow.path)).body.data.documents.find(
      ({ original_filename }: { original_filename: string }) => original_filename === 'a.txt',
    );
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 1, missing: 1, withdrawn: 1 });
    expect([await follow.names(), await follow.found('valor da diária')]).toEqual([['b.txt'], []]);
    const one = `${follow.path}/documents/${document.id}`;
    for (const reply of [
      await boss.get(one),
      await boss.get(`${one}/file`),
      await boss.post(`${one}/retry`),
      await boss.delete(one),
      await boss.upload(`${one}/file`, formWith('a.txt', 'Outro.'), {}, 'PUT'),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'document_not_found']);
    const listed = await boss.get(`${follow.path}/withdrawn`);
    expect(listed.body.data).toMatchObject([
      {
        id: document.id,
        original_filename: 'a.txt',
        withdrawn_at: '2026-11-14T12:00:00.000Z',
        deleted_at: '2026-12-14T12:00:00.000Z',
      },
    ]);

    const restored = await boss.post(`${one}/restore`);
    expect([restored.status, restored.body.data.id]).toEqual([200, document.id]);
    await follow.isRead();
    expect(await follow.found('valor da diária')).toEqual(['A diária é de cem reais.']);
    expect(await follow.items(sync)).toEqual(['a.txt skipped restored_by_hand', 'b.txt kept']);
    // It stays until the source lists it again.
    await follow.ran(sync);
    await follow.ran(sync);
    await follow.ran(sync);
    expect(await follow.names()).toEqual(['a.txt', 'b.txt']);
    await write('a.txt', 'A diária é de mil reais.');
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, changed: 1, unchanged: 1 });
    expect(await follow.items(sync)).toEqual(['a.txt kept', 'b.txt kept']);
    await rm(join(root, 'a.txt'));
    await follow.ran(sync);
    await follow.ran(sync);

    testServer.clock.advance(30 * 24 * 3_600_000);
    boss = testServer.as(await testServer.user({ role: 'superadmin' }));
    const late = await boss.post(`${one}/restore`);
    expect([late.status, late.body.code]).toEqual([410, 'document_gone']);
    await due();
    const gone = await boss.post(`${one}/restore`);
    expect([gone.status, gone.body.code]).toEqual([410, 'document_gone']);
    expect((await boss.post(`${follow.path}/documents/1999999999/restore`)).body.code).toBe(
      'document_not_found',
    );
    expect(await follow.items(sync)).toEqual(['b.txt kept']);
  });

  test('R-DOC-50 a withdrawn file that comes back is the same document again', async () => {
    await write('a.txt', 'A diária é de cem reais.');
    await write('b.txt', 'A multa é de dez reais.');
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    const ids = (await boss.get(follow.path)).body.data.documents.map(({ id }: { id: number }) => id).sort();
    await rename(join(root, 'a.txt'), join(root, 'guardada'));
    await follow.ran(sync);
    await follow.ran(sync);
    expect(await follow.names()).toEqual(['b.txt']);
    await rename(join(root, 'guardada'), join(root, 'a.txt'));
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 2 });
    expect(await follow.found('valor da diária')).toEqual(['A diária é de cem reais.']);
    expect(
      (await boss.get(follow.path)).body.data.documents.map(({ id }: { id: number }) => id).sort(),
    ).toEqual(ids);
  });

  test('R-DOC-49 nothing goes after an empty listing, a folder that is away, or when much vanished at once', async () => {
    for (let at = 0; at < 12; at += 1) await write(`${at}.txt`, `A regra de número ${at}.`);
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    await rename(root, `${root}-fora`);
    for (const _ of [1, 2, 3])
      expect(await follow.ran(sync)).toMatchObject({
        outcome: 'failed',
        error: { code: 'sync_folder_missing' },
      });
    await mkdir(root);
    for (const _ of [1, 2, 3])
      expect(await follow.ran(sync)).toMatchObject({ outcome: 'done', listing_complete: false, missing: 0 });
    await rm(root, { recursive: true });
    await rename(`${root}-fora`, root);
    for (let at = 0; at < 4; at += 1) await rm(join(root, `${at}.txt`));
    await follow.ran(sync);
    const stopped = await follow.ran(sync);
    expect(stopped).toMatchObject({ outcome: 'needs_confirmation', to_withdraw: 4, kept: 12, withdrawn: 0 });
    expect((await follow.names()).length).toBe(12);

    const confirm = `${follow.path}/syncs/${sync.id}/runs/${stopped.id}/confirm`;
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    expect((await admin.post(confirm, { action: 'withdraw', count: 4 })).status).toBe(403);
    const wrong = await boss.post(confirm, { action: 'withdraw', count: 3 });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'count_differs']);
    expect((await boss.post(confirm, { action: 'keep', count: 4 })).body.data).toMatchObject({
      outcome: 'done',
    });
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 8, missing: 4 });
    const again = await follow.ran(sync);
    expect(again.outcome).toBe('needs_confirmation');
    const agreed = await boss.post(`${follow.path}/syncs/${sync.id}/runs/${again.id}/confirm`, {
      action: 'withdraw',
      count: 4,
    });
    expect(agreed.status).toBe(200);
    expect(await follow.runAt(sync, again.id)).toMatchObject({ outcome: 'done', withdrawn: 4 });
    expect((await follow.names()).length).toBe(8);
  });

  test('R-DOC-55 documents that people uploaded, deleted or replaced are theirs', async () => {
    await write('a.txt', 'A diária é de cem reais.');
    await write('b.txt', 'A multa é de dez reais.');
    await boss.upload(`${follow.path}/documents`, formWith('a.txt', 'Enviado à mão.'));
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    expect(await follow.names()).toEqual(['a.txt', 'a.txt', 'b.txt']);
    const all = (await boss.get(follow.path)).body.data.documents;
    const synced = (name: string) =>
      all.find(
        (one: { original_filename: string; sync_id: number | null }) =>
          one.original_filename === name && one.sync_id,
      ).id;
    await boss.delete(`${follow.path}/documents/${synced('b.txt')}`);
    await boss.upload(
      `${follow.path}/documents/${synced('a.txt')}/file`,
      formWith('a.txt', 'Trocado à mão.'),
      {},
      'PUT',
    );
    await write('a.txt', 'A diária é de mil reais.');
    await write('b.txt', 'A multa é de mil reais.');
    expect(countsOf(await follow.ran(sync))).toEqual(QUIET);
    expect(await follow.items(sync)).toEqual([
      'a.txt skipped replaced_by_hand',
      'b.txt skipped deleted_by_hand',
    ]);
    await rm(join(root, 'a.txt'));
    await write('c.txt', 'Outra.');
    await follow.ran(sync);
    await follow.ran(sync);
    expect(await follow.names()).toEqual(['a.txt', 'a.txt', 'c.txt']);
    expect((await follow.found('à mão')).sort()).toEqual(['Enviado à mão.', 'Trocado à mão.']);
    const asked = await boss.post(`${follow.path}/syncs/${sync.id}/items`, { external_id: 'b.txt' });
    expect(asked.body.data).toMatchObject({ external_id: 'b.txt', state: 'new', reason: null });
    await follow.ran(sync);
    expect(await follow.names()).toEqual(['a.txt', 'a.txt', 'b.txt', 'c.txt']);
  });

  test('R-DOC-54 two who press the button at once begin one run', async () => {
    // With so many files the run lasts until all four have asked.
    for (let file = 0; file < FILES_OF_A_LONG_RUN; file += 1) await write(`f${file}.txt`, `Texto ${file}.`);
    const sync = await follow.saved({ settings: settings() });
    const asked = await Promise.all([1, 2, 3, 4].map(() => boss.post(`${follow.path}/syncs/${sync.id}/run`)));
    const codes = asked.map(({ status }) => status).sort((a, b) => a - b);
    expect(codes).toEqual([200, 409, 409, 409]);
    const begun = asked.find(({ status }) => status === 200);
    await follow.runAt(sync, begun?.body.data.run_id);
    await follow.isRead();
    expect((await boss.get(`${follow.path}/syncs/${sync.id}/runs`)).body.metadata.total).toBe(1);
  });

  test('a sync runs when it is due, rests while it is paused, and is paused after five failures with a letter', async () => {
    await write('a.txt', 'Texto.');
    const sync = await follow.saved({ settings: settings() }, { kind: 'daily', at: '03:10' });
    // The clock of the tests stands at 09:00 in São Paulo.
    expect(sync.next_run_at).toBe('2026-11-15T06:10:00.000Z');
    const runs = async () => (await boss.get(`${follow.path}/syncs/${sync.id}/runs`)).body;
    await due();
    expect((await runs()).metadata.total).toBe(0);
    // Missed twice, it runs once.
    testServer.clock.set(new Date('2026-11-16T20:00:00Z'));
    const superadmin = await testServer.user({ role: 'superadmin' });
    boss = testServer.as(superadmin);
    await Promise.all([due(), due()]);
    const [first] = (await runs()).data;
    expect((await runs()).metadata.total).toBe(1);
    expect(await follow.runAt(sync, first.id)).toMatchObject({ outcome: 'done', added: 1 });
    await follow.isRead();
    const shown = async () => (await boss.get(`${follow.path}/syncs/${sync.id}`)).body.data;
    expect(await shown()).toMatchObject({ next_run_at: '2026-11-17T06:10:00.000Z', documents: 1 });
    expect((await boss.post(`${follow.path}/syncs/${sync.id}/pause`)).body.data).toMatchObject({
      paused: true,
      next_run_at: null,
    });
    expect((await boss.post(`${follow.path}/syncs/${sync.id}/resume`)).body.data).toMatchObject({
      paused: false,
    });

    await rename(root, `${root}-fora`);
    for (const _ of [1, 2, 3, 4, 5]) await follow.ran(sync);
    expect(await shown()).toMatchObject({ paused: true, failing_since: '2026-11-16T20:00:00.000Z' });
    const letter = await testServer.mailbox.next(superadmin.email);
    expect(letter.text).toContain('A pasta não foi encontrada neste servidor.');
    expect(await follow.names()).toEqual(['a.txt']);
    await rename(`${root}-fora`, root);
  });

  test('a sync that ends leaves its documents, or takes them along for thirty days', async () => {
    await write('a.txt', 'Texto um.');
    await write('b.txt', 'Texto dois.');
    const kept = await follow.saved({ settings: settings({ include: ['a.*'] }) });
    await follow.ran(kept);
    const taken = await follow.saved({ settings: settings({ include: ['b.*'] }) });
    await follow.ran(taken);
    expect((await boss.delete(`${follow.path}/syncs/${kept.id}`)).status).toBe(200);
    expect((await boss.delete(`${follow.path}/syncs/${taken.id}?documents=withdraw`)).status).toBe(200);
    expect(await follow.names()).toEqual(['a.txt']);
    expect((await boss.get(follow.path)).body.data.documents[0].sync_id).toBeNull();
    const [withdrawn] = (await boss.get(`${follow.path}/withdrawn`)).body.data;
    expect((await boss.post(`${follow.path}/documents/${withdrawn.id}/restore`)).status).toBe(200);
    await follow.isRead();
    expect(await follow.names()).toEqual(['a.txt', 'b.txt']);
    const entries = await testServer.context.db.select().from(audit_entries);
    const actions = new Set(entries.map(({ action }) => action));
    for (const action of [
      'sync.created',
      'sync.run_asked',
      'sync.deleted',
      'document.withdrawn',
      'document.restored',
    ])
      expect(actions).toContain(action);
    expect(JSON.stringify(entries)).not.toContain('Texto');
  });
});

describe('R-DOC-51 a folder sync never leaves its root', () => {
  test('links, pipes, hidden and foreign names are passed over, each with its reason', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'prosa-fora-'));
    await writeFile(join(outside, 'segredo.txt'), 'segredo de fora');
    await write('dentro.txt', 'Texto de dentro.');
    await symlink(join(outside, 'segredo.txt'), join(root, 'atalho.txt'));
    await symlink(outside, join(root, 'pasta'));
    execFileSync('mkfifo', [join(root, 'cano.txt')]);
    await write(`${'n'.repeat(240)}.txt`, 'Nome longo.');
    await write('a\u202efdp.txt', 'Nome virado.');
    await write('Ata.txt', 'Ata maior.');
    await write('ata.txt', 'Ata menor.');
    await writeFile(
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]),
      'x',
    );
    const sync = await follow.saved({ settings: settings() });
    const run = await follow.ran(sync);
    expect(countsOf(run)).toEqual({ ...QUIET, added: 5 });
    expect((await follow.items(sync)).filter((item) => item.includes('skipped'))).toEqual([
      'atalho.txt skipped link',
      'cano.txt skipped not_a_file',
      'pasta skipped link',
      expect.stringMatching(/bad_name$/),
    ]);
    expect((await follow.names()).sort()).toEqual(
      ['Ata.txt', 'afdp.txt', 'ata.txt', 'dentro.txt', `${'n'.repeat(240)}.txt`].sort(),
    );
    expect(await follow.found('segredo de fora')).toEqual([]);
    await rm(outside, { recursive: true });
  });

  test('a root that is not allowed, is a link, or is climbed out of is refused in the call itself', async () => {
    const outside = await realpath(await mkdtemp(join(tmpdir(), 'prosa-fora-')));
    const ask = async (wishes: object) => {
      const { status, body } = await boss.post(`${follow.path}/syncs/preview`, {
        settings: settings(wishes),
      });
      return [status, body.code];
    };
    expect(await ask({ root: outside })).toEqual([422, 'sync_folder_forbidden']);
    expect(await ask({ root: '/proc' })).toEqual([422, 'sync_folder_forbidden']);
    expect(await ask({ root: `${root}/..` })).toEqual([422, 'sync_folder_forbidden']);
    for (const subfolder of ['..', 'a/../..', '/etc', 'a//b', '.git'])
      expect(await ask({ subfolder })).toEqual([422, 'validation']);
    expect(await ask({ subfolder: 'nenhuma' })).toEqual([503, 'sync_folder_missing']);
    await symlink(outside, join(root, 'sub'));
    expect(await ask({ subfolder: 'sub' })).toEqual([422, 'sync_folder_forbidden']);
    await rm(root, { recursive: true });
    await symlink(outside, root);
    expect(await ask({})).toEqual([422, 'sync_folder_forbidden']);
    await rm(outside, { recursive: true });
  });

  test('a folder that becomes a link between listing and opening gives nothing away', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'prosa-fora-'));
    await writeFile(join(outside, 'a.txt'), 'segredo de fora');
    await write('sub/a.txt', 'Texto de dentro.');
    const source = await testServer.context.syncSources.open(settings(), null);
    const signal = new AbortController().signal;
    const listed = await source.list(undefined, signal).next();
    const [item] = listed.done ? [] : listed.value.items;
    if (!item) throw new Error('nothing was listed');
    const known = { ...item, listed_version: item.version, version: null, facts: null };
    await rename(join(root, 'sub'), join(root, 'antes'));
    await symlink(outside, join(root, 'sub'));
    expect(await source.fetch(known, signal)).toEqual({ kind: 'ignored', reason: 'link' });
    await rm(join(root, 'sub'));
    await mkdir(join(root, 'sub'));
    await symlink(join(outside, 'a.txt'), join(root, 'sub', 'a.txt'));
    expect(await source.fetch(known, signal)).toEqual({ kind: 'ignored', reason: 'link' });
    await rm(outside, { recursive: true });
  });
});

describe('R-DOC-46 who may do what', () => {
  test('administrators see, preview, run and pause; only superadmins make, change, end and confirm', async () => {
    await write('a.txt', 'Texto.');
    const sync = await follow.saved({ settings: settings() });
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const one = `${follow.path}/syncs/${sync.id}`;
    const body = { name: 'X', settings: settings(), schedule: { kind: 'manual' } };
    for (const reply of [
      await admin.post(`${follow.path}/syncs`, body),
      await admin.post(`${follow.path}/syncs/preview`, { settings: settings() }),
      await admin.put(one, { ...body, updated_at: sync.updated_at }),
      await admin.delete(one),
    ])
      expect(reply.status).toBe(403);
    for (const reply of [
      await admin.get(`${follow.path}/syncs`),
      await admin.post(`${one}/pause`),
      await admin.post(`${one}/resume`),
    ])
      expect(reply.status).toBe(200);
    expect((await boss.get('/admin/settings')).body.data.sync).toEqual({
      folders: [root],
      private_hosts: [],
    });
    expect((await admin.get('/admin/settings')).body.data.sync).toEqual({
      folders: null,
      private_hosts: null,
    });
    const preview = await admin.post(`${one}/preview`);
    expect(preview.status).toBe(200);
    await follow.runAt(sync, (await admin.post(`${one}/run`)).body.data.run_id);
    await follow.isRead();
  });

  test('two editors: the second one gets stale_change', async () => {
    const sync = await follow.saved({ settings: settings() });
    const body = { name: 'Outro nome', settings: settings(), schedule: { kind: 'hourly' } };
    const one = `${follow.path}/syncs/${sync.id}`;
    const first = await boss.put(one, { ...body, updated_at: sync.updated_at });
    expect([first.status, first.body.data.name, first.body.data.next_run_at]).toEqual([
      200,
      'Outro nome',
      '2026-11-14T13:00:00.000Z',
    ]);
    const second = await boss.put(one, { ...body, updated_at: sync.updated_at });
    expect([second.status, second.body.code]).toEqual([409, 'stale_change']);
    const other = await boss.put(one, {
      ...body,
      settings: settings({ include: ['*.md'] }),
      updated_at: first.body.data.updated_at,
    });
    expect(other.body.code).toBe('preview_needed');
  });
});
