/** Values and verbs in the words of people: «na estrada» for «Em trânsito», «quitadas» for «Pago», «chegaram» for the day of delivery. */
import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';
import { SAID_PHRASES, saidPhrases } from './words/values/said-values.ts';

const tableOf = (rows: [one: string, many: string], columns: AskedTable['columns']): AskedTable => ({
  name: rows[1],
  rows_word: { one: rows[0], many: rows[1] },
  date_column: columns.find(({ kind }) => kind === 'date')?.name ?? null,
  money_column: columns.find(({ kind }) => kind === 'money')?.name ?? null,
  is_money_guessed: true,
  main_column: columns[0]?.name ?? '',
  columns,
});

const TABLES = {
  freight: tableOf(
    ['remessa', 'remessas'],
    [
      column('descricao', 'text'),
      column('andamento', 'category', [
        'Em trânsito',
        'Entregue',
        'Extraviado',
        'Devolvido',
        'Aguardando peça',
      ]),
      column('cidade_destino', 'category', ['Crato', 'Sobral']),
      column('frete', 'money'),
      column('data_despacho', 'date'),
      column('data_prevista', 'date'),
      column('data_entrega', 'date'),
      column('hora_saida', 'category', ['06h00', '13h30', '22h15']),
      column('conferente', 'category', ['Lia', 'Tom']),
      column('segurada', 'boolean', ['true', 'false']),
    ],
  ),
  bills: tableOf(
    ['duplicata', 'duplicatas'],
    [
      column('historico', 'text'),
      column('situacao', 'category', ['A pagar', 'Pago', 'Atrasado', 'Cancelado']),
      column('meio', 'category', ['Pix', 'Dinheiro', 'Cartão de débito', 'Cartão de crédito']),
      column('valor', 'money'),
      column('data_vencimento', 'date'),
    ],
  ),
  staff: tableOf(
    ['pessoa', 'pessoas'],
    [
      column('nome', 'text'),
      column('sexo', 'category', ['F', 'M', 'NI']),
      column('situacao', 'category', ['Ativo', 'Licença médica', 'Férias', 'Aposentado']),
      column('vinculo', 'category', ['Efetivo', 'Comissionado', 'Estagiário']),
      column('escolaridade', 'category', ['Médio', 'Superior', 'Mestrado']),
      column('pcd', 'category', ['S', 'N']),
      column('data_admissao', 'date'),
      column('data_desligamento', 'date'),
    ],
  ),
  tests: tableOf(
    ['ensaio', 'ensaios'],
    [
      column('descricao', 'text'),
      column('resultado', 'category', ['Conforme', 'Não conforme']),
      column('etapa', 'category', ['Em análise', 'Liberado', 'Descartado']),
      column('laudo', 'boolean', ['true', 'false']),
      column('assinatura', 'boolean', ['true', 'false']),
      column('data_coleta', 'date'),
    ],
  ),
};

const read = (table: AskedTable, question: string) =>
  parseQuestion(question, lexiconOf(table), { today: '2026-11-23', before: null });

type Name = keyof typeof TABLES;

test.each<[Name, string, string]>([
  ['freight', 'quantas remessas estão na estrada?', 'count / andamento in Em trânsito'],
  ['freight', 'quantas já chegaram?', 'count / andamento in Entregue'],
  ['freight', 'remessas que se perderam', 'rows / andamento in Extraviado'],
  ['freight', 'quais voltaram?', 'rows / andamento in Devolvido'],
  ['freight', 'quantas estão esperando a peça?', 'count / andamento in Aguardando peça'],
  ['freight', 'quantas remessas têm seguro?', 'count / segurada in true'],
  ['bills', 'quantas duplicatas foram quitadas?', 'count / situacao in Pago'],
  ['bills', 'quantas duplicatas estão por pagar?', 'count / situacao in A pagar'],
  ['bills', 'duplicatas em atraso', 'rows / situacao in Atrasado'],
  ['bills', 'quantas foram acertadas em espécie?', 'count / situacao in Pago; meio in Dinheiro'],
  ['staff', 'quantas mulheres?', 'count / sexo in F'],
  ['staff', 'quantas garotas?', 'count / sexo in F'],
  ['staff', 'quantas pessoas na ativa?', 'count / situacao in Ativo'],
  ['staff', 'quem está de licença?', 'rows / situacao in Licença médica'],
  ['staff', 'quantas pessoas de carreira?', 'count / vinculo in Efetivo'],
  ['staff', 'quantas têm faculdade?', 'count / escolaridade in Superior'],
  ['staff', 'quantas pessoas com deficiência?', 'count / pcd in S'],
  ['tests', 'quantos ensaios fora do padrão?', 'count / resultado in Não conforme'],
  ['tests', 'quantos passaram?', 'count / resultado in Conforme'],
  ['tests', 'quantos não passaram?', 'count / resultado in Não conforme'],
  ['tests', 'quantos estão sendo analisados?', 'count / etapa in Em análise'],
  ['tests', 'ensaios jogados fora', 'rows / etapa in Descartado'],
  ['tests', 'quantos ensaios sem assinatura?', 'count / assinatura in false'],
  ['tests', 'em quantos ensaios falta assinar?', 'count / assinatura in false'],
])('of the %s, «%s» names the value that the table writes otherwise: %s', (name, question, line) => {
  const { plan, texts, refusals } = read(TABLES[name], question);
  expect({ line: planLine(plan), texts, refusals }).toEqual({ line, texts: [], refusals: [] });
});

test.each<[Name, string, string]>([
  ['freight', 'quantas chegaram em setembro de 2026?', 'count / data_entrega between 2026-09-01|2026-09-30'],
  ['freight', 'quantas saíram em maio de 2026?', 'count / data_despacho between 2026-05-01|2026-05-31'],
  ['freight', 'quantas chegaram depois do dia previsto?', 'count / data_prevista → data_entrega > 0'],
  ['staff', 'quem saiu em 2024?', 'rows / data_desligamento between 2024-01-01|2024-12-31'],
  ['staff', 'quantas pessoas entraram em 2024?', 'count / data_admissao between 2024-01-01|2024-12-31'],
])('of the %s, «%s» asks for the day that the verb tells: %s', (name, question, line) => {
  const { plan, texts, refusals } = read(TABLES[name], question);
  expect({ line: planLine(plan), texts, refusals }).toEqual({ line, texts: [], refusals: [] });
});

test.each<[Name, string, string]>([
  ['freight', 'quantas tanto no Crato quanto em Sobral?', 'count / cidade_destino in Crato|Sobral'],
  ['freight', 'onde falta o conferente?', 'rows / conferente empty'],
  ['freight', 'remessas em que falta conferente', 'rows / conferente empty'],
  ['freight', 'frete de três meses pra cá', 'sum frete / data_despacho between 2026-08-24|2026-11-23'],
  ['freight', 'frete de um ano para cá', 'sum frete / data_despacho between 2025-11-24|2026-11-23'],
  ['freight', 'quantas às 6h?', 'count / hora_saida in 06h00'],
  ['freight', 'quantas às 13:30?', 'count / hora_saida in 13h30'],
  ['freight', 'quantas às 22h15?', 'count / hora_saida in 22h15'],
])('of the %s, «%s» is a turn of speech for %s', (name, question, line) => {
  const { plan, texts, refusals } = read(TABLES[name], question);
  expect({ line: planLine(plan), texts, refusals }).toEqual({ line, texts: [], refusals: [] });
});

test('what is still to be done is not the state of what has been done', () => {
  const { plan, texts, refusals } = read(
    tableOf(
      ['doação', 'doações'],
      [column('historico', 'text'), column('situacao', 'category', ['Confirmada', 'Recusada'])],
    ),
    'quantas doações estão por confirmar?',
  );
  expect(plan.filters).toEqual([]);
  expect([...texts, ...refusals]).not.toEqual([]);
});

test('a time of the day that no cell holds is no other one', () => {
  expect(read(TABLES.freight, 'quantas às 7h?').refusals).not.toEqual([]);
});

test.each<[string, AskedTable['columns'][number][], string]>([
  [
    'a verb that says how a thing ended',
    [
      column('fase', 'category', ['Encerrado', 'Aberto']),
      column('decisao', 'category', ['Acordo', 'Sentença']),
    ],
    'quantos processos terminaram em acordo?',
  ],
  [
    'a verb with an object',
    [column('situacao', 'category', ['Extraviado', 'Entregue']), column('decisao', 'category', ['Acordo'])],
    'quantos processos perderam o acordo?',
  ],
])('%s names no state besides', (_, columns, question) => {
  const { plan } = read(
    tableOf(['processo', 'processos'], [column('assunto', 'text'), ...columns]),
    question,
  );
  expect(plan.filters.map((filter) => filter.column)).not.toContain(columns[0]?.name);
});

test('a little word before a value joins it to the verb before: «terminaram em acordo» is answered', () => {
  const decisions = [column('assunto', 'text'), column('decisao', 'category', ['Acordo', 'Sentença'])];
  const { plan, texts, refusals } = read(
    tableOf(['processo', 'processos'], decisions),
    'quantos terminaram em acordo?',
  );
  expect({ line: planLine(plan), texts, refusals }).toEqual({
    line: 'count / decisao in Acordo',
    ...{ texts: [], refusals: [] },
  });
});

test('a word that two columns may mean has both readings', () => {
  const table = tableOf(
    ['pedido', 'pedidos'],
    [
      column('descricao', 'text'),
      column('status_pagamento', 'category', ['Concluído', 'Falhou']),
      column('status_entrega', 'category', ['Concluído', 'Em rota']),
    ],
  );
  const { plan } = read(table, 'quantos pedidos acabados?');
  expect(planLine(plan)).toBe('count / status_pagamento in Concluído');
  expect(plan.alternatives.map(({ filters }) => filters)).toEqual([
    [{ column: 'status_entrega', op: 'in', values: ['Concluído'] }],
  ]);
});

test('a word that two values of one column may mean names neither', () => {
  const table = tableOf(
    ['chamado', 'chamados'],
    [column('descricao', 'text'), column('prioridade', 'category', ['Alta', 'Crítica', 'Baixa'])],
  );
  const { plan, texts, refusals } = read(table, 'quantos chamados graves?');
  expect({ filters: plan.filters, isAnswered: texts.length + refusals.length === 0 }).toEqual({
    filters: [],
    isAnswered: false,
  });
});

test('the nearest value is meant, and the wider word only where it is missing', () => {
  const ofStates = (...states: string[]) =>
    tableOf(['chamado', 'chamados'], [column('descricao', 'text'), column('status', 'category', states)]);
  const solved = 'quantos chamados foram solucionados?';
  expect(planLine(read(ofStates('Resolvido', 'Fechado', 'Aberto'), solved).plan)).toBe(
    'count / status in Resolvido',
  );
  expect(planLine(read(ofStates('Fechado', 'Aberto'), solved).plan)).toBe('count / status in Fechado');
});

/** A table whose values nobody calls otherwise. */
const plain = tableOf(
  ['peça', 'peças'],
  [
    column('descricao', 'text'),
    column('situacao', 'category', ['Azul', 'Verde', 'Roxo']),
    column('tipo', 'category', ['Rosca', 'Porca', 'Arruela']),
    column('valor', 'money'),
  ],
);

test('no word of people names a value in a table that has none of those values', () => {
  const lexicon = lexiconOf(plain);
  const isSaid = [...lexicon.phrases.values()].flat().filter((phrase) => phrase.isSaid);
  expect(isSaid).toEqual([]);
  const fired = [...SAID_PHRASES].filter((phrase) => {
    const question = `quantas peças ${phrase}?`;
    const { plan } = parseQuestion(question, lexicon, { today: '2026-11-23', before: null });
    return plan.filters.some(({ op }) => op === 'in' || op === 'not_in');
  });
  expect(fired).toEqual([]);
});

const columnsOfAll = Object.values(TABLES).map(({ columns }) => columns);

test('a word that names a column or the rows of a table names no value of it', () => {
  for (const columns of columnsOfAll) {
    const free = { phrases: new Map(), columns: new Map(), rows: new Set<string>() };
    const words = saidPhrases(columns, free).flatMap(({ bases }) => (bases.length === 1 ? bases : []));
    expect(words.length).toBeGreaterThan(10);
    const asColumns = new Map(words.map((word) => [word, new Set(['other'])]));
    const left = [
      ...saidPhrases(columns, { ...free, columns: asColumns }),
      ...saidPhrases(columns, { ...free, rows: new Set(words) }),
    ];
    expect(left.filter(({ bases }) => bases.length === 1)).toEqual([]);
  }
});

test.each<[string, string, string]>([
  ['faculdade', 'quantas pessoas por faculdade?', 'count / by faculdade'],
  ['licenca', 'pessoas por licença', 'count / by licenca'],
])('«%s» stays the column of that name', (name, question, line) => {
  const table = {
    ...TABLES.staff,
    columns: [...TABLES.staff.columns, column(name, 'category', ['Um', 'Dois'])],
  };
  expect(planLine(read(table, question).plan)).toContain(line);
});
