import { expect, test } from 'vitest';
import { askedColumn as column, titledColumn } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const races: AskedTable = {
  name: 'Participações nas corridas',
  rows_word: { one: 'participação', many: 'participações' },
  row_nouns: [],
  described: 'Participações nas corridas de rua da cidade',
  date_column: 'dt_prova',
  other_days: ['dt_inscricao'],
  money_column: 'vl_taxa',
  main_column: 'atleta',
  columns: [
    column('nr_peito', 'identifier'),
    column('atleta', 'text'),
    column('prova', 'category', ['Corrida da Ponte', 'Volta do Lago']),
    column('dt_inscricao', 'date'),
    column('dt_prova', 'date'),
    column('vl_taxa', 'money'),
  ],
};

const read = (table: AskedTable, question: string): string => {
  const { plan, refusals, texts } = parseQuestion(question, lexiconOf(table), {
    today: '2026-11-23',
    before: null,
  });
  return refusals[0] ?? (texts.length > 0 ? `not known: ${texts.join(', ')}` : planLine(plan));
};

test.each([
  ['quantas inscrições em 2025?', 'count / dt_inscricao between 2025-01-01|2025-12-31'],
  ['quantas participações em 2025?', 'count / dt_prova between 2025-01-01|2025-12-31'],
])('rows that are called by an event are those of its day: «%s»', (question, plan) => {
  expect(read(races, question)).toBe(plan);
});

const pantry: AskedTable = {
  name: 'Despensa das creches',
  rows_word: { one: 'item', many: 'itens' },
  row_nouns: [],
  described: 'Despensa das creches por creche',
  date_column: 'dt_entrada',
  money_column: null,
  main_column: 'ds_item',
  columns: [
    column('cod_item', 'identifier'),
    column('ds_item', 'text'),
    column('creche', 'category', ['Pequeno Mundo', 'Girassol']),
    column('qtd_atual', 'number'),
    titledColumn('qtd_min', 'number', 'Quantidade mínima'),
    column('unid', 'category', ['UN', 'PCT', 'LT']),
    column('dt_entrada', 'date'),
  ],
};

const harvest: AskedTable = {
  ...pantry,
  name: 'Entregas de maçã',
  rows_word: { one: 'entrega', many: 'entregas' },
  described: 'Entregas de maçã à câmara fria',
  main_column: 'nr_entrega',
  columns: [
    column('nr_entrega', 'identifier'),
    column('unidade', 'category', ['Câmara do Morro', 'Câmara da Estrada']),
    column('peso_kg', 'number'),
    column('qtd_reclassif', 'number'),
    column('dt_entrada', 'date'),
  ],
};

test('units and packs are added up where a column holds how many there are', () => {
  expect(read(pantry, 'quantas unidades temos por creche?')).toBe('sum qtd_atual / by creche');
  const packs = parseQuestion('quantos pacotes de farinha temos?', lexiconOf(pantry), {
    today: '2026-11-23',
    before: null,
  });
  expect(planLine(packs.plan)).toBe('sum qtd_atual');
  expect(packs.texts).toEqual(['pacotes', 'farinha']);
});

test('units are offices where a column holds their names', () => {
  expect(read(harvest, 'quantas unidades receberam entregas?')).toBe('count_distinct unidade');
});

test('tonnes are answered in the kilos of the table, with a word about it', () => {
  const asked = { today: '2026-11-23' as const, before: null };
  const { plan, refusals, remarks } = parseQuestion('quantas toneladas em 2025?', lexiconOf(harvest), asked);
  expect(refusals).toEqual([]);
  expect(planLine(plan)).toBe('sum peso_kg / dt_entrada between 2025-01-01|2025-12-31');
  expect(remarks[0]).toContain('1.000 quilos são uma tonelada');
});

const advice: AskedTable = {
  ...pantry,
  name: 'Orientações de crédito',
  rows_word: { one: 'orientação', many: 'orientações' },
  described: 'Orientações de crédito aos produtores',
  main_column: 'pergunta',
  columns: [
    column('nr_orient', 'identifier'),
    column('pergunta', 'text'),
    column('produtor', 'category', ['Ivo Lacerda', 'Nair Couto', 'Sítio Boa Vista']),
    column('cultura', 'category', ['Uva', 'Caqui']),
    column('canal', 'category', ['Telefone', 'Visita']),
    column('minutos', 'number'),
    column('dt_entrada', 'date'),
  ],
};

test.each([
  ['orientações por tipo de produtor', 'A tabela não tem uma coluna que diga de que tipo é cada produtor.'],
  ['orientações por tipo de cultura', 'count / by cultura'],
  ['telefone do Ivo Lacerda', 'A tabela não tem uma coluna com «telefone».'],
  ['orientações por telefone do Ivo Lacerda', 'rows / canal in Telefone; produtor in Ivo Lacerda'],
])('a name is no sort of people, and no way of reaching them: «%s»', (question, plan) => {
  expect(read(advice, question)).toBe(plan);
});

test.each([
  ['o que está abaixo do estoque mínimo?', 'rows / qtd_atual − qtd_min < 0'],
  ['quantos itens estão abaixo do mínimo?', 'count / qtd_atual − qtd_min < 0'],
])('the least that there should be is one column, however its noun is said: «%s»', (question, plan) => {
  expect(read(pantry, question)).toBe(plan);
});

const repairs: AskedTable = {
  ...pantry,
  name: 'Serviços da marina',
  rows_word: { one: 'serviço', many: 'serviços' },
  described: 'Serviços feitos nos barcos',
  money_column: 'vl_total',
  main_column: 'nr_serv',
  columns: [
    column('nr_serv', 'identifier'),
    column('tp_servico', 'category', ['REVIS. GERAL', 'MANUT. DO CASCO', 'MANUT. DO MOTOR']),
    { ...column('verniz', 'category', ['Marítimo', 'Fosco']), lacks: { empty: true, zero: false } },
    column('dono', 'category', ['Ivo Lacerda', 'Nair Couto']),
    column('situacao', 'category', ['Resolvido', 'Na fila']),
    column('vl_total', 'money'),
    column('dt_entrada', 'date'),
    column('dt_encerr', 'date'),
  ],
};

test.each([
  ['quantos serviços de manutenção?', 'count / tp_servico in MANUT. DO CASCO|MANUT. DO MOTOR'],
  ['quanto foi de verniz?', 'sum vl_total / verniz filled'],
  ['quantos serviços ainda não foram fechados?', 'count / dt_encerr empty'],
])('«%s» narrows the rows', (question, plan) => {
  expect(read(repairs, question)).toBe(plan);
});

const debts: AskedTable = {
  ...repairs,
  name: 'Visitas ao acervo',
  rows_word: { one: 'visita', many: 'visitas' },
  described: 'Visitas ao acervo do museu',
  money_column: 'vl_multa',
  main_column: 'nr_visita',
  columns: [
    column('nr_visita', 'identifier'),
    column('visitante', 'category', ['Ivo Lacerda', 'Nair Couto']),
    column('sit', 'category', ['Em aberto', 'Encerrada']),
    column('vl_multa', 'money'),
    column('multa_paga', 'boolean', ['true', 'false']),
    column('dt_visita', 'date'),
  ],
};

test.each([
  ['quanto temos de multa para receber?', 'sum vl_multa / multa_paga in false'],
  ['liste as visitas com multa sem pagar', 'rows / multa_paga in false; vl_multa > 0'],
  ['quanto custou o ingresso?', 'A tabela não tem uma coluna de valor para somar.'],
])('a fine that is not paid has its mark, and is the price of nothing: «%s»', (question, plan) => {
  expect(read(debts, question)).toBe(plan);
});

const kiln: AskedTable = {
  ...pantry,
  name: 'Estufa da olaria',
  rows_word: { one: 'registro', many: 'registros' },
  described: 'Estufa da olaria Secagem da olaria por fornada: forno, argila e peso',
  columns: [
    column('cod_secagem', 'identifier'),
    column('nr_fornada', 'identifier'),
    column('ds_item', 'text'),
    column('forno', 'category', ['Grande', 'Pequeno']),
    column('dt_entrada', 'date'),
  ],
};

test('rows are called by the noun that each of them has a number of, where the description says so', () => {
  expect(read(kiln, 'quantas fornadas por forno?')).toBe('count / by forno');
  expect(read(kiln, 'de qual forno temos mais fornadas?')).toContain('count / by forno');
});
