/** R-TBL-09, R-TBL-12, R-TBL-16, R-TBL-19: measures that are no money, days that are asked for, and talk, over a table of a kennel. */
import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';

const kennel = lexiconOf({
  name: 'Canil',
  rows_word: { one: 'animal', many: 'animais' },
  date_column: 'dt_resgate',
  money_column: 'vl_racao',
  main_column: 'apelido',
  columns: [
    column('apelido', 'text', ['Amora', 'Bolt']),
    column('especie', 'category', ['Cachorro', 'Gato']),
    column('sexo', 'category', ['Fêmea', 'Macho']),
    column('causa', 'category', ['Abandono', 'Queima de lixo']),
    column('tratador', 'category', ['Ivo Reis', 'Lia Sá']),
    column('peso_kg', 'number'),
    column('horas_passeio', 'number'),
    column('agua_l', 'number'),
    column('vl_racao', 'money'),
    column('dt_resgate', 'date'),
    column('dt_adocao', 'date'),
  ],
});
const ask = (question: string) => parseQuestion(question, kennel, { today: '2026-11-23', before: null });

test.each([
  ['quando foi o resgate mais recente?', 'maximum dt_resgate'],
  ['qual a primeira data de adoção?', 'minimum dt_adocao'],
  ['quem pesa mais em média, machos ou fêmeas?', 'average peso_kg / by sexo / sexo in Macho|Fêmea'],
  ['qual o cachorro mais leve?', 'rows / especie in Cachorro / order peso_kg asc / limit 1'],
  ['os 5 maiores animais em quilos', 'rows / order peso_kg desc / limit 5'],
  ['horas de passeio por tratador', 'sum horas_passeio / by tratador'],
  ['quantos litros de água foram usados em 2025?', 'sum agua_l / dt_resgate between 2025-01-01|2025-12-31'],
  ['animais que não foram causados por abandono', 'rows / causa not_in Abandono'],
  ['animais sem data de adoção em 2026', 'rows / dt_resgate between 2026-01-01|2026-12-31; dt_adocao empty'],
  ['quantos filhotes... quer dizer, quantos gatos?', 'count / especie in Gato'],
  ['tô fazendo uma matéria pro jornal: quantos gatos?', 'count / especie in Gato'],
  ['número de ocorrências de abandono', 'count / causa in Abandono'],
  ['somando tudo, quantos litros de água?', 'sum agua_l'],
])('«%s» is read as %s', (question, plan) => {
  const { plan: read, refusals, texts } = ask(question);
  expect({ plan: planLine(read), refusals, texts }).toEqual({ plan, refusals: [], texts: [] });
});

test.each([
  ['qual tratador queimou mais?', 'a verb of another root than the count'],
  ['ração que custou mais de mil', 'a bound on a column beside a word that names a column'],
])('«%s» asks for no usual amount of money: %s', (question) => {
  const { plan } = ask(question);
  expect(planLine(plan)).not.toContain('Queima de lixo');
});

test('a word of every question is no slip for a name: «agora» is not «Amora»', () => {
  const { plan: before } = ask('peso médio dos gatos');
  const { plan, refusals } = parseQuestion('agora separa por sexo', kennel, { today: '2026-11-23', before });
  expect({ plan: planLine(plan), refusals }).toEqual({
    plan: 'average peso_kg / by sexo / especie in Gato',
    refusals: [],
  });
});

test.each([
  ['quantos animais na estrada?', 'estrada'],
  ['quantos animais têm horta?', 'horta'],
  ['quantos animais na escada?', 'escada'],
])('R-TBL-20 a noun of daily life is no slip for a short word: «%s» looks for «%s»', (question, noun) => {
  expect(ask(question).texts).toEqual([noun]);
});

test.each([
  ['soma das hroas de passeio', 'sum horas_passeio'],
  ['soma das horras de passeio', 'sum horas_passeio'],
])('R-TBL-20 letters that are swapped or doubled are a slip: «%s»', (question, plan) => {
  expect(planLine(ask(question).plan)).toBe(plan);
});
