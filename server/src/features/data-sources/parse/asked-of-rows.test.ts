import { expect, test } from 'vitest';
import { titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const bills: AskedTable = {
  name: 'Contas de gás',
  rows_word: { one: 'conta', many: 'contas' },
  row_nouns: ['contas'],
  described: 'Contas de gás Contas de gás de cada consumidor',
  date_column: 'dt_venc',
  money_column: 'vl_conta',
  main_column: 'nm_cons',
  columns: [
    titled('id_conta', 'identifier', 'Conta'),
    { ...titled('nm_cons', 'text', 'Consumidor'), repeats: true },
    titled('bairro', 'category', 'Bairro', ['Muriti', 'Centro']),
    titled('mes_ref', 'category', 'Mês de referência', ['08/2026', '09/2026']),
    titled('protegida', 'category', 'Protegida por lei', ['Sim', 'Não']),
    titled('altura', 'number', 'Altura do medidor'),
    titled('qt_m3', 'number', 'Consumo'),
    titled('vl_conta', 'money', 'Valor da conta'),
    titled('dt_venc', 'date', 'Vencimento'),
    titled('dt_pgto', 'date', 'Pagamento'),
    titled('dt_poda', 'date', 'Última poda'),
    titled('vistoria', 'category', 'Vistoriador', ['Ana Prado', 'Beto Reis']),
  ],
};
const lexicon = lexiconOf(bills);
const ask = (question: string, before: string | null = null) => {
  const today = '2026-11-23';
  const first = before === null ? null : parseQuestion(before, lexicon, { today, before: null }).plan;
  return parseQuestion(question, lexicon, { today, before: first });
};

test.each([
  ['quantas contas em aberto no Muriti?', 'count / dt_pgto empty; bairro in Muriti'],
  [
    'qual bairro tem mais contas sem pagar?',
    'count / by bairro / dt_pgto empty; bairro filled / order measure desc / limit 1',
  ],
  [
    'os 4 maiores consumidores do Centro',
    'sum qt_m3 / by nm_cons / bairro in Centro; nm_cons filled / order measure desc / limit 4',
  ],
  ['quantas contas sem poda há mais de 3 anos?', 'count / dt_poda < 2023-11-23'],
  ['contas que ninguém vistoriou', 'rows / vistoria empty'],
  ['quantas contas não são protegidas?', 'count / protegida in Não'],
  ['o consumo subiu de 08/2026 para 09/2026?', 'sum qt_m3 / by mes_ref / mes_ref in 08/2026|09/2026'],
  ['quantas contas vencidas e não pagas?', 'count / dt_venc < 2026-11-23; dt_pgto empty'],
  [
    'quantas contas pagas no mesmo dia do vencimento?',
    'count / dt_pgto → dt_venc between 0|0; dt_pgto filled',
  ],
])('«%s» (R-TBL-64)', (question, plan) => {
  const { plan: read, refusals } = ask(question);
  expect(refusals).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test('the person or the place that is asked for is shown, and nobody stands for another (R-TBL-64)', () => {
  expect(ask('onde ficam as contas em aberto?').plan.show).toEqual(['bairro']);
  expect(ask('quem fiscalizou as contas por bairro?').refusals.join(' ')).toContain('quem');
});

test('a correction replaces what was asked, or says that it does not know what (R-TBL-63)', () => {
  const corrected = ask('não, eu quis dizer no Centro', 'quantas contas em aberto no Muriti?');
  expect(corrected.refusals).toEqual([]);
  expect(planLine(corrected.plan)).toBe('count / dt_pgto empty; bairro in Centro');
  expect(ask('não, eu quis dizer protegidas', 'quantas contas no Muriti?').refusals.join(' ')).toContain(
    'substitui',
  );
});
