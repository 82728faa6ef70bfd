import { eq, inArray, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppliedImport, ImportRow, UserImport } from '#contract/imports.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith, leftFiles } from '../../../test/uploads.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { user_import_rows, user_imports } from '../../db/tables/imports.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { forgetOldImports } from './preview.ts';

const HOUR = 3_600_000;

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let admin_id: number;
beforeAll(async () => {
  testServer = await startTestServer();
});
beforeEach(async () => {
  const person = await testServer.user({ role: 'admin' });
  admin = testServer.as(person);
  admin_id = person.id;
});
afterAll(() => testServer.close());

let count = 0;
/** A domain of its own, so that one test's people are not another's. */
const newDomain = () => {
  count += 1;
  return `d${count}.exemplo.gov.br`;
};
const send = (content: string | Uint8Array<ArrayBuffer>) =>
  admin.upload('/users/imports', formWith('pessoas.csv', content));
async function preview(content: string | Uint8Array<ArrayBuffer>): Promise<UserImport> {
  const { status, body } = await send(content);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const rowsOf = async (id: number, action: string): Promise<ImportRow[]> =>
  (await admin.get(`/users/imports/${id}`, { query: { action, limit: '200' } })).body.data;
const NOTHING_ELSE = { create_groups: false, send_invitations: false, deactivate_ids: [] as number[] };
const apply = (id: number, wanted: Partial<typeof NOTHING_ELSE> = {}, extra = {}) =>
  admin.post(`/users/imports/${id}/apply`, { ...NOTHING_ELSE, ...wanted }, extra);
async function applied(id: number, wanted: Partial<typeof NOTHING_ELSE> = {}): Promise<AppliedImport> {
  const { status, body } = await apply(id, wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const peopleOf = (domain: string) =>
  testServer.context.db
    .select()
    .from(users)
    .where(like(users.email, `%@${domain}`))
    .orderBy(users.email);
const tables = async () => {
  const { rows } = await testServer.context.db.execute(sql`
    select (select count(*)::int from users) users, (select count(*)::int from user_groups) groups,
      (select count(*)::int from invitations) invitations, (select max(updated_at) from users) changed`);
  return rows[0];
};

describe('the preview', () => {
  test('R-ACC-49 says what is new, changed, unchanged and wrong with its line, and who is absent; it writes nobody', async () => {
    const domain = newDomain();
    const known = await testServer.user({ name: 'Ana Souza', email: `ana@${domain}`, phone: '11987654321' });
    await testServer.user({ name: 'Bia Lima', email: `bia@${domain}`, user_group_id: 2 });
    const away = await testServer.user({ name: 'Davi Rocha', email: `davi@${domain}` });
    const superadmin = await testServer.user({ role: 'superadmin' });
    const before = await tables();
    const found = await preview(
      [
        'Nome;E-mail;Telefone;Grupo;Perfil;Matrícula',
        `Ana Souza;ANA@${domain};(11) 98765-4321;free;admin;1`,
        `Bia Maria Lima;bia@${domain};;;user;2`,
        '',
        `Caio Reis;caio@${domain};;Jurídico;user;3`,
        `Outra Ana;ana@${domain};;;;4`,
        `Eva;eva@@${domain};;;;5`,
        `;fabio@${domain};;;;6`,
        `Gil;gil@${domain};123;;;7`,
        `=1+1;hugo@${domain};;;;8`,
      ].join('\r\n'),
    );
    expect(found).toMatchObject({
      counts: { new: 1, changed: 1, unchanged: 1, problem: 5 },
      missing_groups: ['Jurídico'],
      ignored_columns: ['Perfil', 'Matrícula'],
    });
    expect((await rowsOf(found.id, 'problem')).map(({ line, problem }) => [line, problem])).toEqual([
      [6, 'O e-mail já está na linha 2.'],
      [7, 'O e-mail não é válido.'],
      [8, 'Falta o nome de uma pessoa nova.'],
      [9, 'Informe um telefone com DDD, com 10 ou 11 dígitos.'],
      [10, 'A célula de «nome» começa com um sinal de fórmula.'],
    ]);
    expect(await rowsOf(found.id, 'changed')).toMatchObject([{ line: 3, name: 'Bia Maria Lima' }]);
    const absent = (await rowsOf(found.id, 'absent')).map(({ user_id }) => user_id);
    expect(absent).toContain(away.id);
    for (const id of [known.id, superadmin.id, admin_id]) expect(absent).not.toContain(id);
    expect(found.counts.absent).toBe(absent.length);
    expect(await tables()).toEqual(before);
    expect(await leftFiles(testServer)).toEqual([]);
  });

  const spelt = (separator: string) =>
    ['nome', 'e-mail', 'grupo'].join(separator) +
    '\n' +
    ['João Conceição', 'joao@x', 'Área 1'].join(separator);
  test.each([
    ['semicolons', ';'],
    ['commas', ','],
    ['tabs', '\t'],
  ])('R-ACC-50 reads %s in UTF-8, with and without its mark, and in Windows-1252', async (_, separator) => {
    const domain = newDomain();
    const text = spelt(separator).replace('joao@x', `joao@${domain}`);
    const single = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    for (const content of [text, `\uFEFF${text}`, single]) {
      const { id, counts } = await preview(content);
      expect(counts).toMatchObject({ new: 1, problem: 0 });
      expect(await rowsOf(id, 'new')).toMatchObject([
        { line: 2, name: 'João Conceição', email: `joao@${domain}`, group_name: 'Área 1' },
      ]);
    }
  });

  test('R-ACC-50 the euro sign of Windows-1252 and quoted cells of several lines are read', async () => {
    const domain = newDomain();
    const text = `email,name,group\neuro@${domain},"Lima, Bia","Caixa \u0080\n2"\nb@${domain},Bia,"Caixa \u0080"\n`;
    const { id } = await preview(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
    expect(await rowsOf(id, 'problem')).toMatchObject([
      { line: 2, problem: 'O nome do grupo não é válido.' },
    ]);
    expect(await rowsOf(id, 'new')).toMatchObject([{ line: 4, group_name: 'Caixa €' }]);
  });

  test.each([
    ['', 'o arquivo está vazio.'],
    ['nome;telefone\nAna;1', 'a primeira linha não tem a coluna «e-mail».'],
    ['email;e-mail\na@b.br;c@d.br', 'a coluna «e-mail» aparece duas vezes.'],
    ['e-mail;nome\na@b.br;Ana\nb@b.br;"Bia\nc@b.br;Caio', 'há aspas que não fecham na linha 3.'],
    ['e-mail;nome\na@b.br;A\0na', 'ela não está em UTF-8 nem em Windows-1252.'],
  ])('%j is refused with the reason', async (content, reason) => {
    const { status, body } = await send(content);
    expect([status, body.code, body.detail]).toEqual([
      422,
      'import_unreadable',
      `Não foi possível ler a planilha: ${reason}`,
    ]);
  });

  test('UTF-16, more than 10,000 lines and more than 5 MB are refused', async () => {
    const wide = Uint8Array.from(Buffer.from('\uFEFFe-mail;nome\na@b.br;Ana', 'utf16le'));
    expect((await send(wide)).body.code).toBe('import_unreadable');
    const many = `e-mail\n${Array.from({ length: 10_001 }, (_, n) => `p${n}@b.br`).join('\n')}`;
    const heavy = `e-mail;nome\na@b.br;${'x'.repeat(5 * 1024 * 1024)}`;
    for (const content of [many, heavy]) {
      const { status, body } = await send(content);
      expect([status, body.code]).toEqual([413, 'import_too_large']);
    }
  });

  test('a new person of a refused domain is a problem, and so is inviting them', async () => {
    const domain = newDomain();
    const known = await testServer.user({ email: `ana@${domain}`, name: 'Ana' });
    await testServer.context.db.insert(email_domains).values({ domain, written: domain, entry: 'refused' });
    const { id, counts } = await preview(`e-mail;nome\n${known.email};Ana Souza\nbia@${domain};Bia`);
    expect(counts).toMatchObject({ changed: 1, new: 0, problem: 1 });
    expect(await rowsOf(id, 'problem')).toMatchObject([{ problem: 'O domínio do e-mail é recusado.' }]);
    const invited = await admin.post('/invitations', { emails: [`bia@${domain}`], user_group_id: 1 });
    expect(invited.body.data.results).toEqual([
      { email: `bia@${domain}`, outcome: 'domain_refused', id: null },
    ]);
  });

  test('only its administrator sees it, for a day, and may discard it', async () => {
    const { id } = await preview('e-mail;nome\na@b.br;Ana');
    const other = testServer.as(await testServer.user({ role: 'superadmin' }));
    expect((await other.get(`/users/imports/${id}`)).body.code).toBe('import_not_found');
    expect((await admin.delete(`/users/imports/${id}`)).status).toBe(200);
    expect((await admin.get(`/users/imports/${id}`)).status).toBe(404);
    const late = await preview('e-mail;nome\na@b.br;Ana');
    const { db, clock } = testServer.context;
    const tomorrow = new Date(clock.now().getTime() + 24 * HOUR + 1);
    await forgetOldImports(db, tomorrow);
    expect(await db.select().from(user_imports).where(eq(user_imports.id, late.id))).toEqual([]);
  });
});

describe('applying', () => {
  test('R-ACC-51 R-ACC-52 people come into their groups without a role or a password, others change, nobody loses access unasked, and the second time changes nothing', async () => {
    const domain = newDomain();
    const stays = await testServer.user({ email: `zeca@${domain}` });
    const bia = await testServer.user({ name: 'Bia', email: `bia@${domain}` });
    const sheet = [
      'nome;e-mail;telefone;grupo;perfil',
      `Ana Souza;ana@${domain};11987654321;Plus;superadmin`,
      `Bia Lima;bia@${domain};;Obras ${count};admin`,
      `Caio Reis;caio@${domain};;obras ${count};`,
    ].join('\n');
    const first = await preview(sheet);
    expect(await applied(first.id, { create_groups: true })).toEqual({
      created: 2,
      changed: 1,
      deactivated: 0,
      invited: 0,
      groups_created: 1,
      left_out: 0,
    });
    const [group] = await testServer.context.db
      .select()
      .from(user_groups)
      .where(eq(user_groups.name, `Obras ${count}`));
    const account = { role: 'user', active: true };
    expect(await peopleOf(domain)).toMatchObject([
      {
        ...account,
        name: 'Ana Souza',
        phone: '11987654321',
        user_group_id: 2,
        password_hash: NO_PASSWORD,
        is_verified: false,
        token_limit: 5_000_000,
      },
      { ...account, id: bia.id, name: 'Bia Lima', user_group_id: group?.id },
      { ...account, name: 'Caio Reis', user_group_id: group?.id, token_limit: 100_000 },
      { id: stays.id, active: true },
    ]);
    const again = await preview(sheet);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 3, problem: 0 });
    expect(await applied(again.id)).toMatchObject({ created: 0, changed: 0, groups_created: 0 });
  });

  test('new people are invited where it is wanted, and claim the account that waits for them', async () => {
    const domain = newDomain();
    const { id } = await preview(`nome;e-mail;grupo\nAna;ana@${domain};Pro`);
    expect(await applied(id, { send_invitations: true })).toMatchObject({ created: 1, invited: 1 });
    const { text } = await testServer.mailbox.next(`ana@${domain}`);
    const token = /\/convite#([\w-]{43})\s/.exec(text)?.[1] ?? '';
    const form = { token, name: 'Ana Souza', password: 'uma senha boa', phone: null };
    expect((await testServer.anyone().post('/auth/invitations/accept', form)).status).toBe(201);
    expect(await peopleOf(domain)).toMatchObject([
      { name: 'Ana Souza', user_group_id: 3, is_verified: true },
    ]);
  });

  test('lines of groups that are not to be created are left out, and can be downloaded with their reason', async () => {
    const domain = newDomain();
    const { id } = await preview(`nome;e-mail;grupo\nAna;ana@${domain};Nenhum ${count}\n=x;b@${domain};`);
    expect(await applied(id)).toMatchObject({ created: 0, left_out: 1 });
    expect(await peopleOf(domain)).toEqual([]);
    const file = await admin.get(`/users/imports/${id}/problems`);
    expect(file.text).toBe(
      `\uFEFFe-mail;nome;telefone;grupo;linha;problema\r\nana@${domain};Ana;;Nenhum ${count};2;O grupo não existe.\r\nb@${domain};'=x;;;3;A célula de «nome» começa com um sinal de fórmula.\r\n`,
    );
  });

  test('R-ACC-51 absent people who are ticked lose their access at once, each with an entry; nobody else can be named', async () => {
    const domain = newDomain();
    const leaves = await testServer.user({ email: `sai@${domain}` });
    const stays = await testServer.user({ email: `fica@${domain}` });
    const superadmin = await testServer.user({ role: 'superadmin' });
    const { id } = await preview(`e-mail;nome\nfica@${domain};${stays.name}`);
    for (const user_id of [stays.id, superadmin.id, admin_id]) {
      const { status, body } = await apply(id, { deactivate_ids: [leaves.id, user_id] });
      expect([status, body.code]).toEqual([409, 'import_outdated']);
    }
    expect(await applied(id, { deactivate_ids: [leaves.id] })).toMatchObject({ deactivated: 1 });
    expect((await testServer.as(leaves).get('/users/me')).body.code).toBe('account_ended');
    expect((await testServer.as(stays).get('/users/me')).status).toBe(200);
    const { db } = testServer.context;
    const entries = await db.select().from(audit_entries).orderBy(audit_entries.id);
    expect(entries.slice(-2).map(({ action }) => action)).toEqual(['user.deactivated', 'import.applied']);
    expect(entries.at(-1)?.after).toMatchObject({
      deactivated: 1,
      file_sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  test('R-ACC-52 somebody who was renamed, or who came in, since the preview stops all of it', async () => {
    const domain = newDomain();
    const bia = await testServer.user({ name: 'Bia', email: `bia@${domain}` });
    const sheet = `e-mail;nome\nana@${domain};Ana\nbia@${domain};Bia Lima`;
    const renamed = await preview(sheet);
    testServer.clock.advance(1_000);
    await testServer.as(bia).patch('/users/me', { name: 'Beatriz' });
    expect((await apply(renamed.id)).body.code).toBe('import_outdated');
    const taken = await preview(sheet);
    await testServer.user({ email: `ana@${domain}` });
    expect((await apply(taken.id)).body.code).toBe('import_outdated');
    const [, second] = await peopleOf(domain);
    expect(second).toMatchObject({ id: bia.id, name: 'Beatriz' });
  });

  test('of two who apply at once one does, whether it is one preview or two of the same sheet', async () => {
    const domain = newDomain();
    const sheet = `e-mail;nome\nana@${domain};Ana\nbia@${domain};Bia`;
    const one = await preview(sheet);
    const two = await preview(sheet);
    const replies = await Promise.all([apply(one.id), apply(one.id), apply(two.id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await peopleOf(domain)).toHaveLength(2);
  });

  test('a repeated call gets the figures of the first', async () => {
    const domain = newDomain();
    const { id } = await preview(`e-mail;nome\nana@${domain};Ana`);
    const once = { headers: { 'idempotency-key': `importar ${domain}` } };
    const [first, again] = [await apply(id, {}, once), await apply(id, {}, once)];
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
  });

  test('an admin cannot change a superadmin by a sheet; a superadmin can', async () => {
    const domain = newDomain();
    await testServer.user({ role: 'superadmin', name: 'Rita', email: `rita@${domain}` });
    const sheet = `e-mail;nome\nrita@${domain};Rita Lee`;
    const { id } = await preview(sheet);
    expect(await rowsOf(id, 'problem')).toMatchObject([
      { problem: 'Apenas superadmins podem alterar outro superadmin.' },
    ]);
    admin = testServer.as(await testServer.user({ role: 'superadmin' }));
    const allowed = await preview(sheet);
    expect(await applied(allowed.id)).toMatchObject({ changed: 1 });
  });

  test('2,000 people come in one transaction, and a second sheet of the same changes nobody', async () => {
    const domain = newDomain();
    const lines = Array.from(
      { length: 2_000 },
      (_, n) => `Pessoa ${n};p${n}@${domain};Grupo ${n % 40} de ${domain}`,
    );
    const sheet = `nome;e-mail;grupo\n${lines.join('\n')}`;
    const first = await preview(sheet);
    expect(first.counts.new).toBe(2_000);
    expect(await applied(first.id, { create_groups: true, send_invitations: true })).toMatchObject({
      created: 2_000,
      invited: 2_000,
      groups_created: 40,
    });
    const { db } = testServer.context;
    await db.delete(invitations).where(like(invitations.email, `%@${domain}`));
    const { counts, id } = await preview(sheet);
    expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 2_000, problem: 0 });
    await admin.delete(`/users/imports/${id}`);
    expect(
      await db
        .select()
        .from(user_import_rows)
        .where(inArray(user_import_rows.import_id, [id])),
    ).toEqual([]);
  }, 60_000);
});
