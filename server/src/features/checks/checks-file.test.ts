import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Expectation, SINGLE_KINDS } from '#contract/expectations.ts';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith } from '../../../test/uploads.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'superadmin' }));
});
afterAll(() => testServer.close());

type Checks = { question: string; expectation: Expectation }[];

const agentWith = async (checks: Checks) => (await buildAgent(testServer.context, { checks })).id;
const fileOf = async (id: number) => (await admin.get(`/agents/${id}/checks/export`)).text;
const checksOf = async (id: number): Promise<Checks> => {
  const { checks } = (await admin.get(`/agents/${id}/checks`)).body.data;
  return checks.map(({ question, expectation }: Checks[number]) => ({ question, expectation }));
};
const send = (id: number, content: Parameters<typeof formWith>[1], dry_run = false) =>
  admin.post(`/agents/${id}/checks/import`, formWith('checks.csv', content), {
    query: { dry_run: String(dry_run) },
  });

const CHECKS: Checks = [
  { question: 'Quanto vale a senha?', expectation: { kind: 'contains', value: '30 minutos' } },
  { question: '=SOMA(A1;A2)', expectation: { kind: 'equals', value: '-5%' } },
  { question: "'=1+1 já com apóstrofo", expectation: { kind: 'contains', value: "''@x" } },
  {
    question: 'Duas\nlinhas, =HYPERLINK("http://x")',
    expectation: { kind: 'contains', value: 'a;b, +1; -2\t=3' },
  },
  { question: 'Diz "oi"?', expectation: { kind: 'cites', value: '+manual, "novo".pdf' } },
  { question: '@todos', expectation: { kind: 'refuses', value: null } },
  { question: 'Página?', expectation: { kind: 'cites_page', document: '=Edital.pdf', page: 7 } },
  { question: 'Curta?', expectation: { kind: 'max_tokens', n: 200 } },
  { question: 'Rápida?', expectation: { kind: 'max_ms', n: 900 } },
  {
    question: 'Gentil?',
    expectation: { kind: 'rubric', text: 'É gentil, "sempre";\n-mesmo assim', pass: 3 },
  },
  {
    question: 'Tudo?',
    expectation: {
      kind: 'all',
      of: [
        { kind: 'cites_page', document: 'a.pdf', page: 1 },
        { kind: 'contains', value: '=1, =2' },
      ],
    },
  },
];

test('R-CHK-02 every kind comes back equal: importing what was exported adds nothing, and fills an empty agent', async () => {
  // A verified answer is of one agent: another one has none to expect.
  const carried = ['all', ...SINGLE_KINDS].filter((kind) => kind !== 'verified');
  expect(new Set(CHECKS.map(({ expectation }) => expectation.kind))).toEqual(new Set(carried));
  const id = await agentWith(CHECKS);
  const file = await fileOf(id);
  const again = await send(id, file);
  expect([again.status, again.body.data.added]).toEqual([200, 0]);
  expect(again.body.data.lines.map(({ state }: { state: string }) => state)).toEqual(
    CHECKS.map(() => 'same'),
  );
  const empty = await agentWith([]);
  const looked = await send(empty, file, true);
  expect(looked.body.data.added).toBe(CHECKS.length);
  expect(await checksOf(empty)).toEqual([]);
  expect((await send(empty, file)).body.data.added).toBe(CHECKS.length);
  expect(await checksOf(empty)).toEqual(CHECKS);
  expect((await send(empty, file)).body.data.added).toBe(0);
  expect(await fileOf(empty)).toBe(file);
  const [entry] = (await admin.get('/admin/audit?search=check.imported')).body.data;
  expect(entry).toMatchObject({ object_type: 'check', object_id: empty, after: { added: CHECKS.length } });
});

test('R-CHK-02 no cell of the file begins a formula, wherever a spreadsheet parts it', async () => {
  const file = await fileOf(await agentWith(CHECKS));
  for (const cell of file.split(/[;,\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
});

test('R-CHK-02 a file written by hand is read: another separator, Windows’ letters, page and mark in their columns', async () => {
  const id = await agentWith([]);
  const lines = [
    'Pergunta,Tipo,Valor,Pagina,Nota',
    '"Prazo, em dias?",CONTAINS,amanhã,,',
    'Onde?,cites_page,Edital.pdf,7,',
    "Como?,rubric,'=gentil,,2",
    'Por quê?,refuses,,,',
    '',
    'Prazo?,prazo,30,,',
    ',contains,x,,',
    'Curta?,max_tokens,muitos,,',
    'Por quê?,refuses,,,',
  ];
  const { body } = await send(id, new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1')));
  expect(body.data.lines.map(({ line, state }: { line: number; state: string }) => [line, state])).toEqual([
    [2, 'new'],
    [3, 'new'],
    [4, 'new'],
    [5, 'new'],
    [7, 'wrong'],
    [8, 'wrong'],
    [9, 'wrong'],
    [10, 'same'],
  ]);
  expect(body.data.lines.flatMap(({ problem }: { problem: string | null }) => problem ?? [])).toEqual([
    'Tipo desconhecido: prazo',
    'A pergunta não pode estar vazia.',
    'Informe um número de tokens, a partir de 1.',
  ]);
  expect(await checksOf(id)).toEqual([
    { question: 'Prazo, em dias?', expectation: { kind: 'contains', value: 'amanhã' } },
    { question: 'Onde?', expectation: { kind: 'cites_page', document: 'Edital.pdf', page: 7 } },
    { question: 'Como?', expectation: { kind: 'rubric', text: '=gentil', pass: 2 } },
    { question: 'Por quê?', expectation: { kind: 'refuses', value: null } },
  ]);
});

test('R-CHK-02 a file that cannot be read says why and where, and one with too many adds none', async () => {
  const id = await agentWith([]);
  const head = 'pergunta;tipo;valor\n';
  for (const [content, reason] of [
    ['a;b;c\n1;2;3', 'a primeira linha precisa ter as colunas pergunta;tipo;valor.'],
    ['pergunta;tipo\nOi?;refuses', 'falta a coluna valor.'],
    [`${head}Oi?;refuses;\n"Abre;contains;x\nEi?;refuses;`, 'as aspas abertas na linha 3 não fecham.'],
    [new Uint8Array([0x50, 0x4b, 3, 4, ...new Array(400).fill(1)]), 'não é um arquivo de texto.'],
  ] as const) {
    const { status, body } = await send(id, content);
    expect([status, body.code, body.detail]).toEqual([
      422,
      'csv_unreadable',
      `O arquivo não é um CSV que o Prosa saiba ler: ${reason}`,
    ]);
  }
  const many = Array.from({ length: 201 }, (_, place) => `Pergunta ${place}?;refuses;`).join('\n');
  expect((await send(id, head + many)).body.code).toBe('too_many_checks');
  expect(await checksOf(id)).toEqual([]);
  const large = await send(id, head + 'x'.repeat(1024 * 1024));
  expect([large.status, large.body.code]).toEqual([413, 'checks_file_too_large']);
});
