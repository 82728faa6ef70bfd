import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { buildAgent } from '../../../test/builders.ts';
import { type Reply, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin', name: 'Chefe', email: 'chefe@prosa.test' }));
});
afterAll(() => testServer.close());

const list = (query: Record<string, string> = {}) => admin.get('/users/all', { query });
const idsIn = ({ body }: Reply): number[] => body.data.map(({ id }: User) => id);

describe('the list of people', () => {
  test('R-ADM-14 R-ADM-15 R-ADM-26 shows them by id, with their group by name, in pages that say whether more follow', async () => {
    const made = [];
    for (let n = 0; n < 45; n += 1)
      made.push(
        await testServer.user({ email: `fila${n}@paginas.test`, user_group_id: 2, signed_in: false }),
      );
    const ids = made.map(({ id }) => id);
    const seen: number[] = [];
    for (const [skip, count, has_more] of [
      [0, 20, true],
      [20, 20, true],
      [40, 5, false],
      [60, 0, false],
    ] as const) {
      const reply = await list({ search: '@paginas.test', skip: String(skip), limit: '20' });
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.body).sort()).toEqual(['data', 'message', 'metadata', 'success']);
      expect(reply.body.metadata).toEqual({ total: 45, has_more });
      expect(reply.body.data).toHaveLength(count);
      seen.push(...idsIn(reply));
    }
    expect(seen).toEqual(ids);
    const [first] = (await list({ search: 'fila0@paginas' })).body.data;
    expect(first).toMatchObject({ user_group_id: 2, user_group: { id: 2, name: 'Plus' }, role: 'user' });
    expect(JSON.stringify(first)).not.toContain('password');
    expect((await list({ limit: '100000' })).body.data.length).toBeLessThanOrEqual(200);
  });

  test('R-ADM-15 finds many people at once by a pasted list of their whole addresses, as groups do', async () => {
    const made = [];
    for (const name of ['ana', 'anabela', 'bruno', 'celia'])
      made.push(await testServer.user({ email: `${name}@colados.test`, signed_in: false }));
    const [ana, , bruno] = made.map(({ id }) => id);
    const search = 'Ana Dias <ANA@colados.test>;\nbruno@colados.test, ninguem@colados.test';
    expect(idsIn(await list({ search }))).toEqual([ana, bruno]);
    const { body } = await admin.get('/user-groups/users/filtered', { query: { search_term: search } });
    expect(body.data).toEqual([ana, bruno]);
    const hundred = Array.from({ length: 120 }, (_, n) => `pessoa.de.nome.comprido.${n}@colados.test`);
    expect(idsIn(await list({ search: [...hundred, 'celia@colados.test'].join(' ') }))).toEqual([
      made[3]?.id,
    ]);
    const tooLong = await list({ search: 'a'.repeat(6_001) });
    expect([tooLong.status, tooLong.body.detail]).toEqual([
      422,
      expect.stringContaining('A busca aceita até 6.000 caracteres. Cole menos e-mails por vez.'),
    ]);
  });

  test('the list is taken along as a sheet that an import reads, with what each person has used', async () => {
    const email = 'joana@planilha.test';
    const { id } = await testServer.user({
      name: 'Joana d’Arc; Silva',
      email,
      phone: '11912345678',
      user_group_id: 2,
      signed_in: false,
    });
    await testServer.context.db.update(users).set({ token_used: 1_234 }).where(eq(users.id, id));
    await testServer.user({ email: 'fora@planilha.test', active: false, signed_in: false });
    const file = (query: object) =>
      admin.get('/users/export', { query: { search: '@planilha.test', ...query } });
    const { text, headers, status } = await file({});
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toMatch(/prosa-pessoas-\d{4}-\d\d-\d\d\.csv/);
    const [header, line, ...rest] = text.replace('\uFEFF', '').split('\r\n');
    expect(header).toMatch(/^e-mail;nome;telefone;grupo;perfil;ativo;/);
    expect(line).toMatch(/^joana@planilha\.test;"Joana d’Arc; Silva";11912345678;Plus;user;sim;sim;1234;/);
    expect(rest).toEqual(['']);
    expect((await file({ include_inactive: 'true' })).text).toContain('fora@planilha.test;');
    expect((await testServer.as(await testServer.user()).get('/users/export')).status).toBe(403);

    const form = new FormData();
    form.set('file', new Blob([text]), 'pessoas.csv');
    const { body } = await admin.post('/users/imports', form);
    expect(body.data.counts).toMatchObject({ new: 0, changed: 0, unchanged: 1, problem: 0 });
  });

  test('R-ADM-15 leaves out who is inactive unless they are asked for', async () => {
    const { id } = await testServer.user({ name: 'Inês Inativa', active: false, signed_in: false });
    expect(idsIn(await list({ search: 'inativa' }))).toEqual([]);
    const reply = await list({ search: 'inativa', include_inactive: 'true' });
    expect(reply.body.data).toMatchObject([{ id, active: false }]);
  });

  test('R-ADM-15 finds the administrators, and the deactivated, among everybody', async () => {
    const made = [];
    for (const wish of [
      { role: 'superadmin' },
      { role: 'admin', active: false },
      { active: false },
      {},
    ] as const)
      made.push((await testServer.user({ name: 'Rara Entre Muitos', ...wish, signed_in: false })).id);
    const [root, former, gone] = made;
    const found = async (query: Record<string, string>) =>
      idsIn(await list({ search: 'rara entre', ...query }));
    expect(await found({ only: 'administrators' })).toEqual([root]);
    expect(await found({ only: 'administrators', include_inactive: 'true' })).toEqual([root, former]);
    expect(await found({ only: 'inactive' })).toEqual([former, gone]);
    expect((await list({ only: 'superadmin' })).status).toBe(422);
  });

  test('R-ADM-15 finds the people of a group, with every other filter; who is in none belongs to the default one', async () => {
    const { body: made } = await admin.post('/user-groups', { name: 'Só da lista' });
    const group = made.data.id;
    const people = [];
    for (const wish of [
      { user_group_id: group },
      { user_group_id: group, active: false },
      { user_group_id: group, role: 'admin' },
      { user_group_id: 1 },
      { user_group_id: null },
    ] as const)
      people.push((await testServer.user({ name: 'De Um Grupo', ...wish, signed_in: false })).id);
    const [plain, gone, chief, free, without] = people;
    const found = async (query: Record<string, string>) =>
      idsIn(await list({ search: 'de um grupo', group_id: String(group), ...query }));
    const reply = await list({ group_id: String(group) });
    expect([idsIn(reply), reply.body.metadata.total]).toEqual([[plain, chief], 2]);
    expect(await found({ include_inactive: 'true' })).toEqual([plain, gone, chief]);
    expect(await found({ only: 'inactive' })).toEqual([gone]);
    expect(await found({ only: 'administrators' })).toEqual([chief]);
    expect(await found({ include_inactive: 'true', skip: '1', limit: '1' })).toEqual([gone]);
    expect(await found({ group_id: '1' })).toEqual([free, without]);
    expect(await found({ group_id: '2000000000' })).toEqual([]);
    for (const group_id of ['0', 'x', '-1']) expect((await list({ group_id })).status).toBe(422);
  });

  test('R-ADM-15 searches names and e-mails, whatever the case and the accents; nothing in a search has a meaning', async () => {
    const { id } = await testServer.user({
      name: 'José Conceição',
      email: 'jc_100%@busca.test',
      signed_in: false,
    });
    await testServer.user({ name: 'Josefa', email: 'jcx100y@busca.test', signed_in: false });
    for (const search of ['conceicao', 'JOSÉ C', 'jc_100%', '100%@BUSCA', 'ceição'])
      expect(idsIn(await list({ search })), search).toEqual([id]);
    expect(idsIn(await list({ search: '%' }))).toEqual([id]);
    expect(idsIn(await list({ search: "' or 1=1 --" }))).toEqual([]);
    expect(idsIn(await list({ search: '\\' }))).toEqual([]);
  });

  test('a cycle that is over is shown as the running one, and nothing is written', async () => {
    const agent = await buildAgent(testServer.context);
    const old = await testServer.user({
      created_at: new Date('2026-08-12T15:00:00.000Z'),
      token_used: 900,
      email: 'velho@ciclos.test',
    });
    const idle = await testServer.user({
      created_at: new Date('2026-08-12T15:00:00.000Z'),
      token_used: 500,
      email: 'parado@ciclos.test',
    });
    await testServer.context.db.insert(token_entries).values(
      [
        { charged: 900, created_at: new Date('2026-11-01T12:00:00.000Z') },
        { charged: 7, created_at: new Date('2026-11-13T12:00:00.000Z') },
      ].map((entry) => ({
        ...entry,
        user_id: old.id,
        agent_id: agent.id,
        purpose: 'answer' as const,
        model: 'gpt-5',
        input_tokens: 1,
        output_tokens: 1,
        estimated: false,
      })),
    );
    const { body } = await list({ search: '@ciclos.test' });
    const next_token_reset = '2026-12-12T03:00:00.000Z';
    expect(body.data).toMatchObject([
      { id: old.id, token_used: 7, next_token_reset },
      { id: idle.id, token_used: 0, next_token_reset },
    ]);
    const stored = await testServer.context.db
      .select({ used: users.token_used })
      .from(users)
      .where(inArray(users.id, [old.id, idle.id]))
      .orderBy(users.id);
    expect(stored).toEqual([{ used: 900 }, { used: 500 }]);
  });

  test('R-ADM-15 refuses what is no page', async () => {
    const wrong: Record<string, string>[] = [
      { skip: '-1' },
      { limit: '0' },
      { limit: 'x' },
      { include_inactive: 'maybe' },
    ];
    for (const query of wrong) expect((await list(query)).status, JSON.stringify(query)).toBe(422);
  });
});
