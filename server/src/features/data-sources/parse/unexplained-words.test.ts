/** R-TBL-27: a content word that no rule has taken, and that is on no list of harmless words, stops the answer; R-TBL-22, R-TBL-23: a short question may be about the answer before or about all rows. */
import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion, WHOLE_TABLE } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const works: AskedTable = {
  name: 'Obras públicas',
  described: 'Contratos de obras do município: empresa, prazo, valores e situação.',
  row_nouns: ['contratos'],
  rows_word: { one: 'obra', many: 'obras' },
  date_column: 'dt_assinatura',
  money_column: 'vl_contrato',
  is_money_guessed: true,
  main_column: 'objeto',
  columns: [
    column('objeto', 'text'),
    column('tipo_de_obra', 'category', ['Escola', 'Praça', 'Ponte']),
    column('empresa', 'category', ['Pavimax', 'Horizonte', 'Alfa']),
    column('situacao', 'category', ['Concluída', 'Paralisada', 'Em execução']),
    column('setor', 'category', ['UTI Adulto', 'Pediatria']),
    column('passou_uti', 'boolean', ['true', 'false']),
    column('resolvida', 'category', ['Sim', 'Não', 'Em parte']),
    column('nr_contrato', 'identifier'),
    column('dt_assinatura', 'date'),
    column('dt_nascimento', 'date'),
    column('vl_contrato', 'money'),
    column('vl_aditivos', 'money'),
    column('vl_pago', 'money'),
    column('preco_ingresso', 'money'),
    column('nota', 'number'),
    column('dias_resposta', 'number'),
  ],
};
const lexicon = lexiconOf(works);

function chain(questions: string) {
  let before: Plan | null = null;
  let last = parseQuestion('', lexicon, { today: '2026-11-23', before });
  for (const question of questions.split(' » ')) {
    last = parseQuestion(question, lexicon, { today: '2026-11-23', before });
    before = last.plan;
  }
  return last;
}

test.each([
  ['nº de obras da Pavimax', 'count / empresa in Pavimax'],
  ['qto foi pago à Horizonte?', 'sum vl_pago / empresa in Horizonte'],
  ['quanto a prefeitura desembolsou com a Alfa?', 'sum vl_pago / empresa in Alfa'],
  ['obras não resolvidas da Alfa', 'rows / resolvida in Não; empresa in Alfa'],
  ['obra CTO-2024-0025', 'rows / nr_contrato in CTO-2024-0025'],
  ['quanto foi pago no contrato 01005/2024?', 'sum vl_pago / nr_contrato in 01005/2024'],
  ['data da assinatura da obra mais antiga da Alfa', 'minimum dt_assinatura / empresa in Alfa'],
  ['qual a data da última obra da Alfa?', 'maximum dt_assinatura / empresa in Alfa'],
  ['liste as obras da Pavimax', 'rows / empresa in Pavimax'],
  ['obras com aditivo', 'rows / vl_aditivos > 0'],
  ['quantas não passaram pela UTI?', 'count / passou_uti in false'],
  ['quantas obras por tipo de obra', 'count / by tipo_de_obra'],
  ['obras acima de 100 mil', 'rows / vl_contrato > 100000'],
  [
    'qual empresa responde mais rápido?',
    'average dias_resposta / by empresa / empresa filled / order measure asc / limit 1',
  ],
  ['qual a soma e a média do valor pago?', 'sum vl_pago, average vl_pago'],
])('«%s» is read as %s', (question, line) => {
  const { refusals, texts, plan } = chain(question);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(plan)).toBe(line);
});

test.each([
  ['quantas foram resolvidas?', 'resolvidas'],
  ['outras empresas', 'outras'],
  ['quantas empresas fizeram mais de uma vez?', 'lista dos grupos'],
  ['soma do preço do ingresso', 'Não sei somar'],
  ['quanto por cento do contratado já foi pago', 'de que parte'],
  ['quantas obras começaram em março de 2026', 'data de «começaram»'],
  ['top 10 objetos', 'por que valor ordenar'],
])('«%s» is refused with the word: %s', (question, word) => {
  const { refusals, plan } = chain(question);
  expect(refusals.join(' '), planLine(plan)).toContain(word);
});

test.each([
  [
    'quantas obras em 2025? » quantas estão paralisadas?',
    'count / dt_assinatura between 2025-01-01|2025-12-31; situacao in Paralisada',
  ],
  [
    'quantas obras em 2025? » quais empresas?',
    'count / by empresa / dt_assinatura between 2025-01-01|2025-12-31',
  ],
  ['quantas obras da Alfa? » qual a nota média?', 'average nota / empresa in Alfa'],
])(
  'R-TBL-23 «%s» is about the answer before, and all rows are offered where they have one figure',
  (questions, line) => {
    const { refusals, plan, isFollowUp } = chain(questions);
    expect(refusals).toEqual([]);
    expect(planLine(plan)).toBe(line);
    expect(isFollowUp).toBe(true);
    if (plan.group_by.length === 0)
      expect(
        plan.alternatives.map(({ text }) => text),
        'R-TBL-22',
      ).toContain(WHOLE_TABLE);
  },
);

test.each(['em 2026', 'por empresa', 'só as paralisadas', 'tira a Alfa', 'quantas estão paralisadas?'])(
  'R-TBL-23 after a question without an answer «%s» leans on nothing',
  (question) => {
    const { refusals } = parseQuestion(question, lexicon, {
      today: '2026-11-23',
      before: null,
      isBeforeUnanswered: true,
    });
    expect(refusals.join(' ')).toContain('resposta anterior');
  },
);
