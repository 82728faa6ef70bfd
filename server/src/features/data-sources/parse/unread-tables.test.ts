/** Lessons of tables that nobody had read: remarks beside values, names that two have, several amounts, what is asked of one row. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const lessons: AskedTable = {
  name: 'Aulas',
  rows_word: { one: 'aula', many: 'aulas' },
  row_nouns: ['aulas'],
  described: 'Aulas da escola de música',
  date_column: 'dt_aula',
  other_days: ['dt_pgto'],
  money_column: 'vl_tabela',
  is_money_guessed: true,
  main_column: 'instrumento',
  columns: [
    column('nr_aula', 'identifier'),
    { ...column('instrumento', 'text', ['Violino', 'Flauta doce', 'Piano']), repeats: true },
    column('cod_prof', 'category', ['P1', 'P2', 'P3']),
    column('nm_prof', 'category', ['Profa. Lia Torres', 'Lia Mendes', 'Caio Brandt']),
    column('motivo_falta', 'category', ['Viagem', 'Doença', 'Chuva']),
    column('unidade', 'category', ['Batel', 'Cabral']),
    column('st', 'category', ['Dada', 'Remarcada', 'Faltou']),
    column('sexo', 'category', ['M', 'F']),
    column('nota_aval', 'number'),
    column('desc_pct', 'number'),
    column('vl_tabela', 'money'),
    column('vl_pago', 'money'),
    column('vl_multa', 'money'),
    column('dt_aula', 'date'),
    column('dt_pgto', 'date'),
    column('gravada', 'boolean', ['S', 'N']),
    column('obs', 'category', [
      'Corda arrebentada, trocada na hora.',
      'Pediu para remarcar a aula de sexta.',
      'Nota do recital sai na segunda.',
    ]),
  ],
};

const ask = (...questions: string[]) => askInTurn(lessons, ...questions);
const lineOf = ({ refusals, plan }: ReturnType<typeof ask>) => refusals.join(' ') || planLine(plan);

test.each([
  ['nota média por unidade', 'average nota_aval / by unidade'],
  ['quantas aulas na sexta', 'Não sei'],
])('R-TBL-18 a word of a remark is no value: «%s»', (question, expected) => {
  const asked = ask(question);
  expect(lineOf(asked)).toContain(expected);
  expect(asked.plan.filters.some(({ column: name }) => name === 'obs')).toBe(false);
});

test.each([
  'quantas observações falam de corda arrebentada?',
  'em quantas aulas deu corda arrebentada?',
  'quantas têm corda arrebentada anotada?',
])('R-TBL-18 what a remark is said to mention is looked for there: «%s»', (question) => {
  const asked = ask(question);
  expect(asked.refusals).toEqual([]);
  expect(asked.texts.join(' ')).toBe('corda arrebentada');
  expect(asked.text_columns).toEqual(['obs']);
});

test('R-TBL-22 a first name that two have is answered for one, and the other is offered', () => {
  const { plan } = ask('quantas aulas a Lia deu?');
  expect(plan.filters).toEqual([{ column: 'nm_prof', op: 'in', values: ['Profa. Lia Torres'] }]);
  expect(plan.alternatives.map(({ text }) => text)).toEqual(['Nome profissional Lia Mendes']);
});

test('R-TBL-22 of amounts of which none is named the others are offered', () => {
  const { plan } = ask('qual o valor total das aulas da unidade Batel?');
  expect(plan.measures).toEqual([{ fn: 'sum', column: 'vl_tabela' }]);
  expect(plan.alternatives.map(({ text }) => text)).toContain('Valor pago');
  expect(plan.alternatives.map(({ text }) => text)).not.toContain('Valor multa');
});

test.each([
  ['quanto entrou em maio de 2026?', 'sum vl_pago / dt_pgto between 2026-05-01|2026-05-31'],
  ['quanto deu de multa?', 'sum vl_multa'],
  ['quantas com desconto acima de 20%', 'count / desc_pct > 20'],
  [
    'qual o principal motivo de falta?',
    'count / by motivo_falta / motivo_falta filled / order measure desc / limit 1',
  ],
  [
    'quem tem a nota média melhor, Lia Mendes ou Caio Brandt?',
    'average nota_aval / by nm_prof / nm_prof in Lia Mendes|Caio Brandt',
  ],
  ['quantas aulas em todas as unidades e anos?', 'count'],
  ['quantas meninas faltaram?', 'count / sexo in F; st in Faltou'],
  ['aulas por professor', 'count / by nm_prof'],
  ['quantas aulas até hoje do pessoal da Batel?', 'count / unidade in Batel'],
  ['quantas estão sem a informação de gravada?', 'count / gravada empty'],
])('R-TBL-19 «%s»', (question, expected) => {
  expect(lineOf(ask(question))).toBe(expected);
});

test.each([
  ['quem foi o professor da AU-2026-0031?', ['nm_prof']],
  ['a AU-2026-0031 foi gravada?', ['gravada']],
  ['a AU-2026-0031 foi remarcada?', ['st']],
])('R-TBL-31 what one row has is shown of it: «%s»', (question, shown) => {
  const { plan, refusals } = ask(question);
  expect(refusals).toEqual([]);
  expect(plan).toMatchObject({
    rows: true,
    show: shown,
    filters: [{ column: 'nr_aula', op: 'in', values: ['AU-2026-0031'] }],
  });
});

test('R-TBL-27 a number of a thing that nobody knows is not compared with the usual amount', () => {
  expect(ask('quais aulas passaram de 80 xilofones?').refusals).not.toEqual([]);
});

const freight: AskedTable = {
  ...lessons,
  name: 'Remessas',
  rows_word: { one: 'remessa', many: 'remessas' },
  row_nouns: ['remessas'],
  described: 'Remessas da cooperativa',
  date_column: 'dt_emis',
  other_days: [],
  money_column: 'vl_nf',
  main_column: 'carga',
  columns: [
    column('nr_mdfe', 'identifier'),
    column('carga', 'text'),
    column('cod_cli', 'category', ['1', '2']),
    column('nome_cliente', 'category', ['Moinho Velho', 'Granja Sol']),
    column('tp_frete', 'category', ['CIF', 'FOB']),
    column('qtd', 'number'),
    column('un', 'category', ['kg', 'sc', 'cx']),
    column('vl_nf', 'money'),
    column('vl_frete', 'money'),
    column('dt_emis', 'date'),
    column('dt_saida', 'date'),
  ],
};

test.each([
  ['qual o maior frete?', 'maximum vl_frete'],
  ['quantos fretes passaram de mil reais?', 'count / vl_frete > 1000'],
  ['quais clientes passaram de 80 mdf-e?', 'count / by nome_cliente / nome_cliente filled / having 0 > 80'],
  ['quantos kg a Granja Sol levou?', 'sum qtd / un in kg; nome_cliente in Granja Sol'],
  ['quantas remessas a gente emite em cada dia da semana?', 'count / by dt_emis/weekday'],
])('R-TBL-19 a noun says which column, and of what: «%s»', (question, expected) => {
  expect(lineOf(askInTurn(freight, question))).toBe(expected);
});
