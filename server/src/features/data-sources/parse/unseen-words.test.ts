import { expect, test } from 'vitest';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { labelOf } from '../profile/labels.ts';
import { parseQuestion } from './parse-question.ts';
import { type AskedTable, lexiconOf } from './words/lexicon.ts';

const column = (
  name: string,
  kind: AskedTable['columns'][number]['kind'],
  values: string[] = [],
): AskedTable['columns'][number] => ({
  ...{ name, kind, label: labelOf(name), unit: null, synonyms: [], hidden: false, values },
});

/** A table of a subject that no list of words in the parser has. */
const hives: AskedTable = {
  name: 'Colmeias dos apiários',
  rows_word: { one: 'colmeia', many: 'colmeias' },
  row_nouns: ['enxame', 'tb', 'colmeias'],
  date_column: 'dt_instalacao',
  money_column: 'vl_custo',
  main_column: 'nome',
  columns: [
    column('nome', 'text'),
    column('apiario', 'category', ['Santa Rita da Serra', 'Boa Vista do Sul', 'Mata Clara']),
    column('apicultor', 'category', ['Breno Faria', 'Lívia Prado']),
    column('sexo_apicultor', 'category', ['F', 'M']),
    column('raca', 'category', ['Africanizada', 'Jandaíra', 'Particularis']),
    column('desfecho', 'category', ['Ativa', 'Evasão', 'Óbito da rainha']),
    column('qtd_melgueiras', 'number'),
    column('st_sombra', 'category', ['S', 'N']),
    column('vl_custo', 'money'),
    column('nr_idade', 'number'),
    column('dt_instalacao', 'date'),
  ],
};
const lexicon = lexiconOf(hives);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });

test.each([
  [
    'a verb between what it joins narrows nothing',
    'quantas colmeias vieram de Mata Clara?',
    'count / apiario in Mata Clara',
  ],
  [
    'a verb beside «mais» only names the deed',
    'qual apicultor mais capturou?',
    'count / by apicultor / apicultor filled / order measure desc / limit 1',
  ],
  [
    'a participle before its object',
    'quantas colmeias cuidadas por Lívia Prado?',
    'count / apicultor in Lívia Prado',
  ],
  ['a relative clause in the present', 'quantas que habitam Mata Clara?', 'count / apiario in Mata Clara'],
  ['a gerund before its object', 'colmeias abrigando Jandaíra, quantas?', 'count / raca in Jandaíra'],
  ['a noun of the description is a row', 'quantos enxames em Mata Clara?', 'count / apiario in Mata Clara'],
  [
    'the first words of a long name',
    'quantas colmeias em Santa Rita?',
    'count / apiario in Santa Rita da Serra',
  ],
  ['a noun of a verb that ends in -são', 'quantas evadiram?', 'count / desfecho in Evasão'],
  ['a code before a flag', 'quantas colmeias não são de sombra?', 'count / st_sombra in N'],
  ['a code of a sex', 'quantas colmeias de mulheres?', 'count / sexo_apicultor in F'],
  ['a number with its unit, «ou mais»', 'quantas com 4 anos ou mais?', 'count / nr_idade >= 4'],
  ['a quantity is no age', 'quantas acima de 3 anos?', 'count / nr_idade > 3'],
])('%s: «%s»', (_rule, question, plan) => {
  const parsed = ask(question);
  expect(parsed.refusals).toEqual([]);
  expect(parsed.texts).toEqual([]);
  expect(planLine(parsed.plan)).toBe(plan);
});

test.each([
  ['quantas enfraqueceram?', 'enfraqueceram'],
  ['quantas colmeias zeradas em Mata Clara?', 'zeradas'],
  ['quantas que perderam a rainha em 2025?', 'perderam'],
  ['quantas partiram?', 'partiram'],
])('a verb that tells an outcome, or stands alone, is not passed over: «%s»', (question, word) => {
  const { texts, refusals } = ask(question);
  expect([...texts, ...refusals].join(' ')).toContain(word);
});
