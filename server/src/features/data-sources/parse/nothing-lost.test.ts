import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const boats: AskedTable = {
  name: 'Barcos',
  rows_word: { one: 'reparo', many: 'reparos' },
  described: 'Barcos Reparos do estaleiro',
  date_column: 'data_chegada',
  money_column: 'valor_madeira',
  is_money_guessed: true,
  main_column: 'relato',
  columns: [
    column('relato', 'text'),
    column('aviso', 'category', ['casco rachado', 'mastro torto', 'mestre ausente']),
    column('tipo_casco', 'category', ['Fibra', 'Pinho']),
    column('taxa_mensal', 'money'),
    column('mestre', 'category', ['Ivo Sá', 'Lia Reis']),
    column('turno', 'category', ['Manhã', 'Tarde', 'Noite']),
    column('fase', 'category', ['Concluída', 'Suspensa']),
    column('formacao', 'category', ['Técnica', 'Prática']),
    column('ano_fabricacao', 'number'),
    column('pessoas_equipe', 'number'),
    column('horas_navegadas', 'number'),
    column('maré_mm', 'number'),
    column('com_vela', 'boolean', ['true', 'false']),
    column('mestre_veterano', 'boolean', ['true', 'false']),
    column('valor_madeira', 'money'),
    column('valor_tinta', 'money'),
    column('data_chegada', 'date'),
  ],
};
const asked = (table: AskedTable) => (question: string) =>
  parseQuestion(question, lexiconOf(table), { today: '2026-11-23', before: null });
const ask = asked(boats);

test.each([
  ['millimetres are no millions', 'quantos reparos com maré acima de 100 mm?', 'count / maré_mm > 100'],
  [
    '«mil» alone is a number and not a multiplier of both',
    'quantos reparos com valor da tinta entre 500 e mil reais?',
    'count / valor_tinta between 500|1000',
  ],
  [
    'a number of people has its range although the rows may be people',
    'quantos reparos com 4 pessoas ou mais?',
    'count / pessoas_equipe >= 4',
  ],
  ['hours that were spent add up', 'horas navegadas por mestre', 'sum horas_navegadas / by mestre'],
  [
    'so many times is a number of rows for each group',
    'quais mestres vieram mais de 9 vezes?',
    'count / by mestre / mestre filled / having 0 > 9',
  ],
  [
    '«menos» after «todos» leaves out',
    'reparos de todos os turnos menos noite, quantos?',
    'count / turno not_in Noite',
  ],
  [
    'both sides of «x» are compared by the amount that is named',
    'Ivo Sá x Lia Reis: quem tem mais horas navegadas?',
    'sum horas_navegadas / by mestre / mestre in Ivo Sá|Lia Reis',
  ],
  [
    'the year of making is not the year of the event',
    'quantos reparos em 2025?',
    'count / data_chegada between 2025-01-01|2025-12-31',
  ],
  [
    'a value after its column is no second condition',
    'quantos reparos com formação técnica?',
    'count / formacao in Técnica',
  ],
  [
    'the verb of a group says no more than the group',
    'quantos reparos cada mestre pintou?',
    'count / by mestre',
  ],
  [
    'a column after «por» is no remark that begins with its word',
    'horas navegadas por mestre e casco',
    'sum horas_navegadas / by mestre, tipo_casco',
  ],
  [
    'the event of a day is counted and not grouped beside the groups that are named',
    'chegadas por turno e fase',
    'count / by turno, fase',
  ],
  [
    'a monthly amount is reckoned by the month and not grouped',
    'quantos reparos com taxa mensal acima de 300 reais por mês?',
    'count / taxa_mensal > 300',
  ],
])('R-TBL-27 %s: «%s»', (_, question, line) => {
  const parsed = ask(question);
  expect(parsed.refusals).toEqual([]);
  expect(parsed.texts).toEqual([]);
  expect(planLine(parsed.plan)).toBe(line);
});

test('R-TBL-20 a participle is no typing error for a state that another verb names', () => {
  const { plan, texts, refusals } = ask('quantos reparos foram concedidos?');
  expect(plan.filters).toEqual([]);
  expect([texts, refusals]).toEqual([[], ['Não sei o que «concedidos» pede nesta pergunta.']]);
});

test('R-TBL-27 an amount that the table divides is not answered with one part of it', () => {
  expect(ask('quanto gastamos em 2025?').refusals).toEqual([
    'Não sei qual valor somar: esta tabela o divide em «Valor madeira» e «Valor tinta». Diga qual deles quer.',
  ]);
  expect(ask('quanto gastamos com tinta em 2025?').refusals).toEqual([]);
  expect(asked({ ...boats, is_money_guessed: false })('quanto gastamos em 2025?').refusals).toEqual([]);
});

test.each([
  ['reparos por convés', 'convés'],
  ['quantos baixos em 2025?', 'baixos'],
])('R-TBL-27 a word of «%s» that the plan has not is refused by its name', (question, word) => {
  const { refusals, texts } = ask(question);
  expect([...refusals, ...texts].join(' ')).toContain(word);
});

test('R-TBL-25 a greeting to several people asks no table', () => {
  expect(ask('boa tarde, pessoal').isCourtesy).toBe(true);
});

test.each(['dê baixa nos reparos suspensos', 'atualize a fase de Lia Reis', 'cancele os reparos de 2025'])(
  '«%s» asks for a change, which is refused',
  (question) => expect(ask(question).refusals.join(' ')).toContain('não posso alterar nada'),
);

test.each([
  'Salvador teve quantos reparos?',
  'cadastros por turno',
  'criações de Lia Reis',
  'editais abertos',
])('«%s» begins with the name of a thing, and asks for no change', (question) =>
  expect(ask(question).refusals.join(' ')).not.toContain('não posso alterar nada'),
);

test('a single letter is no text to look for: behind a number it is part of a unit', () => {
  expect(ask('quantos reparos de barcos a 60 km/h').texts).not.toContain('h');
  expect(ask('quantos reparos na doca D?')).toMatchObject({
    refusals: ['Não sei a que «D» se refere.'],
  });
});

test('a counted noun is the column named after it, and not the first word of a value of another column', () => {
  expect(planLine(ask('quantos mestres diferentes?').plan)).toBe('count_distinct mestre');
});
