import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchHit } from '#contract/chat-session.ts';
import { buildSession } from '../../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

type Said = { question: string; answer: string; status?: 'done' | 'streaming'; minute?: number };

async function conversation(
  user_id: number,
  said: Said[],
  wishes: { chat_title?: string; is_test?: boolean } = {},
) {
  const { id } = await buildSession(testServer.context, {
    user_id,
    agent_id: null,
    chat_title: 'Conversa',
    ...wishes,
  });
  const at = testServer.context.clock.now().getTime();
  const rows = said.length
    ? await testServer.context.db
        .insert(messages)
        .values(
          said.map(({ minute = 0, status = 'done', ...text }) => ({
            ...text,
            user_id,
            session_id: id,
            status,
            model: 'gpt-5',
            created_at: new Date(at + minute * 60_000),
          })),
        )
        .returning({ id: messages.id })
    : [];
  return { id, records: rows.map((row) => row.id) };
}

const searching = async (user: { token: string }, q: string, extra: Record<string, string> = {}) => {
  const { status, body } = await testServer.as(user).get('/chat/search', { query: { q, ...extra } });
  expect([status, body.success]).toEqual([200, true]);
  return { hits: body.data as SearchHit[], metadata: body.metadata as { total: number; has_more: boolean } };
};
const marked = ({ snippet, matches }: SearchHit) => matches.map(([start, end]) => snippet.slice(start, end));

describe('the search in one’s conversations', () => {
  test('shows the text of an answer, not its Markdown', async () => {
    const ana = await testServer.user();
    await conversation(ana.id, [
      {
        question: 'Quando?',
        answer: '## Prazo\n\n- São **trinta dias** [1], veja o [portal](https://exemplo.br).',
      },
    ]);
    const { hits } = await searching(ana, 'trinta dias');
    expect(hits[0]?.snippet).toBe('Prazo São trinta dias, veja o portal.');
    expect(hits.map(marked)).toEqual([['trinta', 'dias']]);
  });

  test('finds words of questions, answers and titles, whatever their case and accents', async () => {
    const ana = await testServer.user();
    const { id, records } = await conversation(ana.id, [
      { question: 'Como é a LICITAÇÃO?', answer: 'Por pregão.', minute: 1 },
      { question: 'E o prazo?', answer: 'A licitac\u0327a\u0303o tem prazo de oito dias.', minute: 2 },
    ]);
    const titled = await conversation(ana.id, [], { chat_title: 'Sobre a licitação de maio' });
    const { hits, metadata } = await searching(ana, 'licitacao');
    expect(metadata).toEqual({ total: 3, has_more: false });
    expect(hits.map(({ session_id, message_id }) => [session_id, message_id])).toEqual([
      [id, records[1]],
      [id, records[0]],
      [titled.id, null],
    ]);
    expect(hits.map(marked)).toEqual([['licitac\u0327a\u0303o'], ['LICITAÇÃO'], ['licitação']]);
    expect(hits[0]).toEqual({
      session_id: id,
      chat_title: 'Conversa',
      agent_name: null,
      message_id: records[1],
      snippet: 'A licitac\u0327a\u0303o tem prazo de oito dias.',
      matches: [[2, 13]],
      created_at: new Date(testServer.context.clock.now().getTime() + 120_000).toISOString(),
    });
    expect(hits[2]).toMatchObject({
      snippet: 'Sobre a licitação de maio',
      chat_title: 'Sobre a licitação de maio',
    });
  });

  test('wants all of the words in the same record, or all of them in the title', async () => {
    const ana = await testServer.user();
    const { records } = await conversation(
      ana.id,
      [
        { question: 'prazo', answer: 'multa' },
        { question: 'prazo', answer: 'juros' },
      ],
      { chat_title: 'prazo e taxa' },
    );
    const found = async (q: string) => (await searching(ana, q)).hits.map(({ message_id }) => message_id);
    expect(await found('multa prazo')).toEqual([records[0]]);
    expect(await found('multa juros')).toEqual([]);
    expect(await found('taxa prazo')).toEqual([null]);
    expect(await found('taxa juros')).toEqual([]);
  });

  test('names a conversation by its title only where no record of it is found', async () => {
    const ana = await testServer.user();
    const { records } = await conversation(ana.id, [{ question: 'Férias', answer: 'Trinta dias' }], {
      chat_title: 'Férias',
    });
    expect((await searching(ana, 'ferias')).hits.map(({ message_id }) => message_id)).toEqual(records);
  });

  test('leaves out tests, what was erased, what is being written and everybody else', async () => {
    const ana = await testServer.user({ role: 'admin' });
    await conversation(ana.id, [{ question: 'segredo', answer: 'segredo' }], {
      is_test: true,
      chat_title: 'segredo',
    });
    await conversation(ana.id, [{ question: 'segredo', answer: '', status: 'streaming' }]);
    const { id } = await conversation(ana.id, [{ question: 'segredo', answer: 'segredo' }], {
      chat_title: 'segredo',
    });
    await conversation((await testServer.user()).id, [{ question: 'segredo', answer: 'segredo' }], {
      chat_title: 'segredo',
    });
    expect((await searching(ana, 'segredo')).hits.map(({ session_id }) => session_id)).toEqual([id]);
    await testServer.as(ana).delete(`/chat/sessions/${id}`);
    expect((await searching(ana, 'segredo')).hits).toEqual([]);
  });

  test('takes everything literally that is typed', async () => {
    const ana = await testServer.user();
    await conversation(ana.id, [
      { question: 'a 100% b_c d\\e 🙂🙃', answer: "'; drop table messages; -- {} $1 ().*" },
      { question: 'a 1000 bxc d e', answer: '🎉' },
    ]);
    const total = async (q: string) => (await searching(ana, q)).hits.length;
    for (const q of ['100%', 'b_c', 'd\\e', '🙂', "'; drop", '$1', '().*', '{}', '％'])
      expect([q, await total(q)]).toEqual([q, 1]);
    for (const q of ['1%0', '_', '%%', '\\', '.*x', '🙂🙂'])
      expect([q, await total(q)]).toEqual([q, ['_', '\\'].includes(q) ? 1 : 0]);
    expect(await total('\0')).toBe(0);
    expect(await total('10\x000%')).toBe(1);
    expect(
      await total(
        Array.from({ length: 100 }, (_, number) => String.fromCharCode(97 + (number % 26))).join(' '),
      ),
    ).toBe(0);
    expect(await total('🙂'.repeat(100))).toBe(0);
  });

  test('refuses an empty search and one that is too long', async () => {
    const ana = await testServer.user();
    for (const [q, detail] of [
      ['', 'Digite o que procurar.'],
      ['   ', 'Digite o que procurar.'],
      ['x'.repeat(201), 'A busca deve ter no máximo 200 caracteres.'],
    ] as const) {
      const { status, body } = await testServer.as(ana).get('/chat/search', { query: { q } });
      expect([status, body.detail]).toEqual([422, detail]);
    }
    expect((await testServer.as(ana).get('/chat/search')).status).toBe(422);
  });

  test('comes in pages, newest first, each hit on one of them, also far behind the newest records', async () => {
    const ana = await testServer.user();
    const said = Array.from({ length: 450 }, (_, number) => ({
      question: number % 9 === 0 ? `raro ${number}` : `nada ${number}`,
      answer: 'comum',
      minute: number,
    }));
    const { records } = await conversation(ana.id, said);
    const older = await conversation(ana.id, [], { chat_title: 'raro e comum' });
    await testServer.context.db
      .update(chat_sessions)
      .set({ created_at: new Date(testServer.context.clock.now().getTime() + 225.5 * 60_000) })
      .where(eq(chat_sessions.id, older.id));
    for (const [q, wanted] of [
      ['raro', records.filter((_, number) => number % 9 === 0)],
      ['comum', records],
    ] as const) {
      const all: (number | null)[] = [];
      for (let offset = 0; ; offset += 40) {
        const { hits, metadata } = await searching(ana, q, { limit: '40', offset: String(offset) });
        all.push(...hits.map(({ message_id }) => message_id));
        expect(metadata.has_more).toBe(all.length < wanted.length + 1);
        if (!metadata.has_more) break;
      }
      const expected: (number | null)[] = wanted.toReversed();
      expected.splice(wanted.filter((id) => records.indexOf(id) > 225).length, 0, null);
      expect(all).toEqual(expected);
    }
  });
});
