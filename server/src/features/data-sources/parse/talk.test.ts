import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const trips: AskedTable = {
  name: 'Viagens da frota',
  rows_word: { one: 'viagem', many: 'viagens' },
  row_nouns: ['viagens'],
  described: 'Viagens da frota Viagens dos veículos oficiais, com energia e combustível.',
  date_column: 'dt_saida',
  money_column: 'gasto',
  main_column: 'passageiro',
  columns: [
    column('passageiro', 'text'),
    column('motorista', 'category', ['Adão Ferraz', 'Dirce Lopes']),
    column('secretaria', 'category', ['Recursos Humanos', 'Saúde', 'Fazenda']),
    column('evento', 'category', ['Corrida da Primavera', 'Volta da Lagoa']),
    column('fornecedor', 'category', ['Energisa', 'CPFL']),
    column('dt_saida', 'date'),
    column('km_rodados', 'number'),
    { ...column('duracao_h', 'number'), label: 'Duração em horas', unit: 'horas' },
    column('bimestre', 'number'),
    column('gasto', 'money'),
    column('multa', 'money'),
    column('sinistro', 'boolean', ['true', 'false']),
  ],
};
const lexicon = lexiconOf(trips);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });

test.each([
  'me diz aí quantas viagens da Saúde',
  'oi gente, queria saber, por gentileza, quantas viagens da Saúde',
  'Bom dia! Gostaria de saber o número de viagens da Saúde.',
  'tu consegue ver quantas viagens da Saúde teve?',
  'tô precisando saber quantas viagens foram da Saúde, é urgente',
  'Preciso, para uma auditoria, do total de viagens da Saúde',
  'sou jornalista do Correio do Povo e queria saber quantas viagens da Saúde tem',
  'uai sô, quantas viagens da Saúde tem nessa planilha?',
  'meu filho quantas viagens da Saúde',
  'por gentileza, informe quantas viagens da Saúde constam na base de dados',
  'quantas viagens da Saúde? obrigada desde já',
  'vc sabe me dizer quantas viagens da Saúde, hein?',
  'cara quantas viagens da Saúde teve kkkk',
])('R-TBL-52: talk around a question changes nothing of it: «%s»', (question) => {
  const parsed = ask(question);
  expect([...parsed.refusals, ...parsed.texts]).toEqual([]);
  expect(planLine(parsed.plan)).toBe('count / secretaria in Saúde');
});

test.each([
  ['the letters of a name', 'quantas viagens do RH?', 'count / secretaria in Recursos Humanos'],
  ['an amount whose verb stands before it', 'quanto foi pago de multa?', 'sum multa'],
  [
    'a verb between groups and «mais»',
    'qual motorista rodou mais quilômetros?',
    'sum km_rodados / by motorista / motorista filled / order measure desc / limit 1',
  ],
  ['the figure of the longest', 'a viagem mais longa durou quantas horas?', 'maximum duracao_h'],
  ['a step that is a column', 'quantas viagens no segundo bimestre?', 'count / bimestre between 2|2'],
  [
    'the share of those that are named first',
    'que fatia das viagens da Saúde teve sinistro?',
    'count / secretaria in Saúde; sinistro in true / share 1',
  ],
  ['the last day of one column', 'qual a última data de saída?', 'maximum dt_saida'],
  ['the first day', 'primeira data de saída da Saúde', 'minimum dt_saida / secretaria in Saúde'],
  ['the best time is the least', 'melhor duração da Saúde', 'minimum duracao_h / secretaria in Saúde'],
])('%s: «%s»', (_rule, question, plan) => {
  const parsed = ask(question);
  expect([...parsed.refusals, ...parsed.texts]).toEqual([]);
  expect(planLine(parsed.plan)).toBe(plan);
});

test.each([
  ['quantas viagens que correram', 'Corrida'],
  ['quanto gastamos com energia', 'Energisa'],
])('a common word is no proper name that begins like it: «%s»', (question, name) => {
  expect(JSON.stringify(ask(question).plan.filters)).not.toContain(name);
});

const tenders = lexiconOf({
  name: 'Licitações Abertas',
  rows_word: { one: 'licitação', many: 'licitações' },
  described: 'Licitações Abertas',
  date_column: 'data_abertura',
  money_column: 'valor_estimado',
  main_column: 'objeto',
  columns: [
    column('id', 'identifier'),
    column('numero', 'identifier'),
    column('objeto', 'text'),
    column('municipio', 'category', ['Vitória', 'Recife']),
    column('uf', 'category', ['ES', 'PE']),
    column('situacao', 'category', ['Encerrada', 'Suspensa']),
    column('valor_estimado', 'money'),
    column('data_abertura', 'date'),
  ],
});
const averaged = parseQuestion('média de valor estimado', tenders, {
  today: '2026-11-23',
  before: null,
}).plan;
const askTenders = (question: string, before: typeof averaged | null = null) =>
  parseQuestion(question, tenders, { today: '2026-11-23', before });

test('a code with letters that stand apart is that of a row, and no state', () => {
  expect(planLine(askTenders('mostre a PE 077/2025').plan)).toBe('rows / numero in PE 077/2025');
  expect(askTenders('quem ganhou a licitação PE 077/2025?').texts).toEqual(['ganhou']);
});

test('a question whether there is one takes no figure from the answer before', () => {
  expect(planLine(askTenders('tem alguma suspensa em Recife?', averaged).plan)).toBe(
    'rows / situacao in Suspensa; municipio in Recife',
  );
});

test('what all that are listed have in common is no value', () => {
  expect(planLine(askTenders('Quais são os municípios atendidos?').plan)).toBe('count / by municipio');
});

test('what the table knows is no talk', () => {
  expect(planLine(ask('para a Fazenda, quantas viagens?').plan)).toBe('count / secretaria in Fazenda');
});

const QUESTIONS = [
  'quantas viagens da Saúde em 2025',
  'qual a maior multa',
  'gasto por secretaria',
  'as 3 secretarias com mais viagens',
  'liste as viagens da Dirce Lopes',
];
const plans = QUESTIONS.map((question) => planLine(ask(`${question}?`).plan));
const read = (question: string) => {
  const { plan, refusals, texts } = ask(question);
  return refusals[0] ?? texts[0] ?? planLine(plan);
};

test.each([
  'a diretoria perguntou',
  'o secretário quer saber',
  'meu chefe quer saber',
  'me perguntaram',
  'calcula pra mim',
  'e aí,',
  'olhando a planilha,',
  'em nossa base,',
  'pelos nossos registros,',
  'com base nos dados,',
  'você que tem os dados,',
  'por gentileza,',
  'tem como me dizer',
])('R-TBL-18 what is said before a question changes nothing of it: «%s»', (talk) => {
  expect(QUESTIONS.map((question) => read(`${talk} ${question}?`))).toEqual(plans);
});

test.each([
  'que já passaram por aqui',
  'por aqui',
  'desta lista',
  'que constam aqui',
  'exatamente',
  'aproximadamente',
  'pro relatório',
  'pra apresentar na reunião',
  'obg',
  'o quanto antes',
  'e mais nada',
  'já calculado',
  'com precisão',
  'olhando os dados',
])('R-TBL-18 what is said after a question changes nothing of it: «%s»', (talk) => {
  expect(QUESTIONS.map((question) => read(`${question} ${talk}?`))).toEqual(plans);
});

test.each([
  ['o secretário quer saber da Saúde, quantas viagens?', 'count / secretaria in Saúde'],
  ['me perguntaram da Fazenda, quanto foi gasto?', 'sum gasto / secretaria in Fazenda'],
  ['a diretoria pediu as da Dirce Lopes, quantas são?', 'count / motorista in Dirce Lopes'],
  ['vendo a lista da Saúde, qual a maior multa?', 'maximum multa / secretaria in Saúde'],
  ['quantas viagens na lista de espera?', 'espera'],
  ['quantas viagens pro relatório de 2025?', 'relatório'],
  ['quantas viagens em registro de preços?', 'preços'],
])('R-TBL-18 talk takes no condition with it: «%s»', (question, line) => {
  expect(read(question)).toContain(line);
});
