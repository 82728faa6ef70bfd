import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

/** A table of a subject that no list of words in the parser has. */
const hives: AskedTable = {
  name: 'Colmeias dos apiários',
  rows_word: { one: 'colmeia', many: 'colmeias' },
  row_nouns: ['enxames'],
  described: 'Colmeias dos apiários Enxames da cooperativa',
  date_column: 'dt_instalacao',
  money_column: 'vl_custo',
  main_column: 'nome',
  columns: [
    column('nome', 'text'),
    column('apiario', 'category', ['Santa Rita da Serra', 'Boa Vista do Sul', 'Mata Clara']),
    column('apicultor', 'category', ['Breno Faria', 'Lívia Prado']),
    column('sexo_apicultor', 'category', ['F', 'M']),
    column('raca', 'category', ['Africanizada', 'Jandaíra', 'Particularis']),
    column('desfecho', 'category', ['Ativa', 'Evasão', 'Hibernada', 'Óbito da rainha']),
    column('qtd_melgueiras', 'number'),
    column('st_sombra', 'category', ['S', 'N']),
    column('vl_custo', 'money'),
    column('nr_idade', 'number'),
    column('dt_instalacao', 'date'),
    column('dt_revisao', 'date'),
    column('dt_vencimento', 'date'),
    column('nr_trocas', 'number'),
    column('ano_rainha', 'number'),
    column('nota_vistoria', 'number'),
    column('comentario', 'category', ['Caixa podre', 'Rainha ausente']),
    column('potes_por_semana', 'number'),
    column('uso_quadro', 'category', ['Cria', 'Mel']),
    column('enxame', 'category', ['1º ENXAME', '2º ENXAME']),
    column('em_quarentena', 'category', ['Sim', 'Não']),
    column('criador_socio', 'boolean', ['true', 'false']),
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
  ['a day that came', 'quantas colmeias já foram revisadas?', 'count / dt_revisao filled'],
  ['a day that has not come', 'quantas colmeias ainda não revisaram?', 'count / dt_revisao empty'],
  ['a column with the name of the rows', 'colmeias por enxame', 'count / by enxame'],
  ['an irregular participle', 'quantas colmeias vindas de Mata Clara?', 'count / apiario in Mata Clara'],
  ['the first person', 'quantas colmeias montamos?', 'count'],
  [
    'a verb between the groups and the most',
    'qual apicultor extrai mais colmeias?',
    'count / by apicultor / apicultor filled / order measure desc / limit 1',
  ],
  [
    'a column that counts years',
    'quantas com ano da rainha de 2022 em diante?',
    'count / ano_rainha >= 2022',
  ],
  ['years as groups', 'colmeias por ano da rainha', 'count / by ano_rainha'],
  ['one number or the other', 'quantas com nota 8 ou 9?', 'count / nota_vistoria in 8|9'],
  [
    'one value of a counted column',
    'quantos comentários citam rainha?',
    'count / comentario in Rainha ausente',
  ],
  ['a verb with a column as its object', 'quantas ganharam comentário?', 'count / comentario filled'],
  ['all but one', 'colmeias de todas as raças menos Jandaíra: quantas?', 'count / raca not_in Jandaíra'],
  [
    'a share of those that have something',
    'percentual de colmeias com custo',
    'count / vl_custo > 0 / share 0',
  ],
  [
    'the people of a question with «quem»',
    'quem capturou mais?',
    'count / by apicultor / apicultor filled / order measure desc / limit 1',
  ],
  [
    'times of the rows',
    'quais apicultores capturaram mais de 3 vezes?',
    'count / by apicultor / apicultor filled / having 0 > 3',
  ],
  ['a value after a column', 'quantas com raça Jandaíra?', 'count / raca in Jandaíra'],
  [
    'a year of a thing is not that of its row',
    'colmeias por apiário em 2025',
    'count / by apiario / dt_instalacao between 2025-01-01|2025-12-31',
  ],
  ['a passive that is denied', 'quantas ainda não foram revisadas?', 'count / dt_revisao empty'],
  ['an active verb that is denied', 'quantas não hospedam Jandaíra?', 'count / raca not_in Jandaíra'],
  ['times of a verb', 'quantas trocaram pelo menos duas vezes?', 'count / nr_trocas >= 2'],
  [
    'days of one month',
    'quantas foram revisadas entre 1º e 15 de junho de 2025?',
    'count / dt_revisao between 2025-06-01|2025-06-15',
  ],
  [
    'the value of the same column after «ou»',
    'quantas em Mata Clara ou Serra?',
    'count / apiario in Mata Clara|Santa Rita da Serra',
  ],
  ['the day of every row', 'quantas foram instaladas?', 'count'],
  ['what is over', 'quantas estão vencidas?', 'count / dt_vencimento < 2026-11-23'],
  ['what is to come', 'quantas vencem?', 'count / dt_vencimento >= 2026-11-23'],
  ['a number that a verb names', 'quantas trocaram?', 'count / nr_trocas > 0'],
  ['the noun of an event', 'revisões por apiário', 'count / by apiario / dt_revisao filled'],
  ['a noun that only qualifies a column', 'quantos quadros em Mata Clara?', 'count / apiario in Mata Clara'],
  ['the whole name of a column', 'média de potes por semana', 'average potes_por_semana'],
  ['a flag named by a little word', 'quantas estão em quarentena?', 'count / em_quarentena in Sim'],
  ['the last word of a flag', 'quantos criadores são sócios?', 'count / criador_socio in true'],
  [
    'a name that is corrected',
    'quantas em Mata Clara, digo, Boa Vista do Sul?',
    'count / apiario in Boa Vista do Sul',
  ],
  [
    'a period that is corrected',
    'quantas em 2024... quero dizer, em 2025?',
    'count / dt_instalacao between 2025-01-01|2025-12-31',
  ],
  [
    'a limit that is corrected',
    'quantas com mais de 3 melgueiras, desculpe, mais de 5 melgueiras?',
    'count / qtd_melgueiras > 5',
  ],
  ['words that are explained', 'quantas pujantes, ou seja, ativas?', 'count / desfecho in Ativa'],
  ['a bracket that explains', 'quantas fugas (evasão)?', 'count / desfecho in Evasão'],
  ['a noun before a name', 'quantas do mestre Breno Faria?', 'count / apicultor in Breno Faria'],
  [
    'an initial letter that is not heard',
    'quantas ibernadas em Mata Clara?',
    'count / desfecho in Hibernada; apiario in Mata Clara',
  ],
  ['the verb of the owner', 'quantas colmeias a cooperativa mantém?', 'count'],
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
  ['quantas colmeias à noite?', 'noite'],
  ['quantas colmeias antigas?', 'antigas'],
  ['quantas com trato bom?', 'bom'],
])('a verb that tells an outcome, or stands alone, is not passed over: «%s»', (question, word) => {
  const { texts, refusals } = ask(question);
  expect([...texts, ...refusals].join(' ')).toContain(word);
});
