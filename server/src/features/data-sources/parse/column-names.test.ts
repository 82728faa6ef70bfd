/** Portuguese questions to tables whose columns and values are named in English or in codes. */
import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';

const bookings = lexiconOf({
  name: 'Reservas',
  rows_word: { one: 'reserva', many: 'reservas' },
  date_column: 'created_at',
  money_column: 'amount',
  main_column: 'guest',
  columns: [
    column('guest', 'text'),
    column('status', 'category', ['paid', 'pending', 'refunded']),
    column('payment_method', 'category', ['credit_card', 'pix', 'cash']),
    column('channel', 'category', ['app', 'website', 'phone']),
    column('city', 'category', ['Natal', 'Olinda']),
    column('amount', 'money'),
    column('discount', 'money'),
    column('items_count', 'number'),
    column('min_quantity', 'number'),
    column('quantity', 'number'),
    column('is_gift', 'boolean', ['true', 'false']),
    column('gender', 'category', ['F', 'M']),
    column('priority', 'category', ['Alto', 'Baixo']),
    column('created_at', 'date'),
  ],
});

test.each([
  [
    'quantas reservas foram pagas no cartão de crédito?',
    'count / status in paid; payment_method in credit_card',
  ],
  ['quantas reservas reembolsadas pelo aplicativo?', 'count / status in refunded; channel in app'],
  [
    'qual a forma de pagamento mais usada?',
    'count / by payment_method / payment_method filled / order measure desc / limit 1',
  ],
  ['ticket médio por canal', 'average amount / by channel'],
  ['faturamento por cidade', 'sum amount / by city'],
  ['média de itens por reserva', 'average items_count'],
  ['quantas reservas são presente?', 'count / is_gift in true'],
  ['quantas mulheres fizeram reservas?', 'count / gender in F'],
  ['quantas reservas de alta prioridade?', 'count / priority in Alto'],
  ['reservas com mais de 3 unidades, quantas?', 'count / quantity > 3'],
])('R-TBL-19 «%s» is read as %s', (question, plan) => {
  const parsed = parseQuestion(question, bookings, { today: '2026-11-23', before: null });
  expect(parsed.refusals).toEqual([]);
  expect(parsed.texts).toEqual([]);
  expect(planLine(parsed.plan)).toBe(plan);
});

/** Names in capitals and joined words, values that are codes, marks of two words. */
const harvests = lexiconOf({
  name: 'Colheitas',
  rows_word: { one: 'colheita', many: 'colheitas' },
  date_column: 'dataColheita',
  money_column: 'VALOR_VENDA',
  main_column: 'OBS',
  columns: [
    column('OBS', 'text'),
    { ...column('NM_PRODUTOR', 'text'), repeats: true },
    column('TIPO_MAQUINA', 'category', ['Trator', 'Pulverizador']),
    column('PLACA', 'identifier'),
    column('CULTURA', 'category', ['Soja', 'Milho']),
    column('SEMENTE', 'category', ['M10', 'M500']),
    column('SAFRA', 'category', ['2023/2024', '2024/2025']),
    column('VALOR_VENDA', 'money'),
    column('VALOR_FRETE', 'money'),
    column('PRECO_TON', 'money'),
    column('PROD_TON', 'number'),
    column('LAUDO_CONFERIDO', 'category', ['SIM', 'NÃO']),
    column('usouDrone', 'boolean', ['true', 'false']),
    column('dataColheita', 'date'),
    column('dataEntrega', 'date'),
  ],
});
const TODAY = '2026-11-23';
const ask = (question: string, before: Plan | null = null) =>
  parseQuestion(question, harvests, { today: TODAY, before });

test.each([
  ['quantas colheitas da semente M10?', 'count / SEMENTE in M10'],
  ['toneladas por produtor', 'sum PROD_TON / by NM_PRODUTOR'],
  ['quantas toneladas na safra 2024/2025?', 'sum PROD_TON / SAFRA in 2024/2025'],
  ['valor do frete por cultura', 'sum VALOR_FRETE / by CULTURA'],
  ['valor de venda por tipo de cultura', 'sum VALOR_VENDA / by CULTURA'],
  [
    'top 2 produtores em valor de frete',
    'sum VALOR_FRETE / by NM_PRODUTOR / NM_PRODUTOR filled / order measure desc / limit 2',
  ],
  ['quantas colheitas ainda não foram conferidas?', 'count / LAUDO_CONFERIDO in NÃO'],
  ['quantos % das colheitas usaram drone?', 'count / usouDrone in true / share 0'],
  ['quantas máquinas diferentes colheram milho? (pela placa)', 'count_distinct PLACA / CULTURA in Milho'],
  ['quantas colheitas entraram em 2025?', 'count / dataColheita between 2025-01-01|2025-12-31'],
  ['quantas colheitas foram entregues em 2025?', 'count / dataEntrega between 2025-01-01|2025-12-31'],
  ['o milho gastou mais que a soja?', 'sum VALOR_VENDA / by CULTURA / CULTURA in Milho|Soja'],
])('R-TBL-19 «%s» is read as %s', (question, plan) => {
  const { plan: read, refusals } = ask(question);
  expect(refusals).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test.each([
  ['quantas máquinas diferentes colheram?', 'só diz de que tipo'],
  ['qual o percentual de colheitas?', 'de que parte'],
  ['e de milho?', 'a pergunta inteira'],
])('«%s» is refused in a sentence', (question, words) => {
  expect(ask(question).refusals.join(' ')).toContain(words);
});

test('R-TBL-23 «me mostra por cultura» and «quanto isso deu em reais» go on from the question before', () => {
  const first = ask('quantas colheitas com drone?').plan;
  expect(planLine(ask('me mostra por cultura', first).plan)).toBe('count / by CULTURA / usouDrone in true');
  expect(planLine(ask('quanto isso deu em reais?', first).plan)).toBe('sum VALOR_VENDA / usouDrone in true');
});

/** A year as a number, days of events, an hour of the day as a value, names of people. */
const readings = lexiconOf({
  name: 'Leituras',
  rows_word: { one: 'leitura', many: 'leituras' },
  date_column: 'dt_leitura',
  money_column: 'vl_agua',
  main_column: 'ds_endereco',
  columns: [
    column('ds_endereco', 'text'),
    column('exercicio', 'number'),
    column('turno', 'category', ['Matutino', 'Noturno']),
    column('nm_leiturista', 'category', ['Ivo Tavares', 'Rute Maia']),
    column('nm_tecnico', 'category', ['Nilton Prado', 'Célia Braga']),
    column('unidade', 'category', ['Posto Municipal São Bento', 'Posto Municipal Santa Rita']),
    column('ocorrencia', 'category', ['Hidrômetro parado', 'Fraude suspeita']),
    column('serie', 'category', ['6º ano', '7º ano']),
    column('qt_consumo_m3', 'number'),
    column('vl_agua', 'money'),
    column('dt_leitura', 'date'),
    column('dt_pagto', 'date'),
  ],
});
const askReadings = (question: string, before: Plan | null = null) =>
  parseQuestion(question, readings, { today: TODAY, before });

test.each([
  ['quantas leituras em 2025?', 'count / exercicio between 2025|2025'],
  ['quantas leituras por exercício?', 'count / by exercicio'],
  ['quantas leituras no turno da noite?', 'count / turno in Noturno'],
  ['quantas leituras do Nilton?', 'count / nm_tecnico in Nilton Prado'],
  ['quantas leituras no Posto São Bento?', 'count / unidade in Posto Municipal São Bento'],
  ['quantos hidrômetros com suspeita de fraude?', 'count / ocorrencia in Fraude suspeita'],
  ['quantas leituras ainda não foram pagas?', 'count / dt_pagto empty'],
  ['quantas leituras pagas?', 'count / dt_pagto filled'],
  ['quantas leituras foram pagas no mês passado?', 'count / dt_pagto between 2026-10-01|2026-10-31'],
  [
    'qual turno consumiu mais água?',
    'sum qt_consumo_m3 / by turno / turno filled / order measure desc / limit 1',
  ],
])('R-TBL-19 «%s» over years, days and names is read as %s', (question, plan) => {
  const { plan: read, refusals, texts } = askReadings(question);
  expect([...refusals, ...texts].filter((text) => text !== 'hidrômetros')).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test('R-TBL-23 «e no 7º?» is the value that begins so', () => {
  const first = askReadings('quantas leituras do 6º ano?').plan;
  expect(planLine(askReadings('e no 7º?', first).plan)).toBe('count / serie in 7º ano');
});

test('a verb that no column of amounts explains is refused, and the usual amount is not shown for it', () => {
  expect(askReadings('quanto choveu no turno da noite?').refusals.join(' ')).toContain('«choveu»');
});

/** Gifts of people, licences that end. */
const gifts = lexiconOf({
  name: 'Doações',
  rows_word: { one: 'doação', many: 'doações' },
  date_column: 'data_doacao',
  money_column: 'valor',
  main_column: 'descricao',
  columns: [
    column('descricao', 'text'),
    column('doador', 'text'),
    column('tipo_doador', 'category', ['Pessoa', 'Loja']),
    column('forma', 'category', ['Dinheiro', 'Brinquedos']),
    column('cidade', 'category', ['Olinda', 'Natal']),
    column('situacao_do_pedido', 'category', ['Aceito', 'Em triagem']),
    column('valor', 'money'),
    column('qtde_itens', 'number'),
    column('recibo_emitido', 'boolean', ['true', 'false']),
    column('data_doacao', 'date'),
    column('data_de_validade', 'date'),
  ],
});

test.each([
  ['total em dinheiro em 2025', 'sum valor / data_doacao between 2025-01-01|2025-12-31; forma in Dinheiro'],
  [
    'quem mais doou em dinheiro?',
    'sum valor / by doador / forma in Dinheiro; doador filled / order measure desc / limit 1',
  ],
  [
    'qual cidade doou menos brinquedos? (em quantidade de itens)',
    'sum qtde_itens / by cidade / forma in Brinquedos; cidade filled / order measure asc / limit 1',
  ],
  ['quantas doações tiveram recibo?', 'count / recibo_emitido in true'],
  [
    'qual cidade tem a maior quantidade?',
    'sum qtde_itens / by cidade / cidade filled / order measure desc / limit 1',
  ],
  ['liste as cidades da maior para a menor quantidade', 'sum qtde_itens / by cidade / order measure desc'],
  ['quantas doações com quantidade acima de 100?', 'count / qtde_itens > 100'],
  ['quantas doações já estão vencidas?', 'count / data_de_validade < 2026-11-23'],
  ['quantos pedidos em triagem?', 'count / situacao_do_pedido in Em triagem'],
])('R-TBL-19 «%s» over gifts is read as %s', (question, plan) => {
  const { plan: read, refusals, texts } = parseQuestion(question, gifts, { today: TODAY, before: null });
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test('a noun that is asked for and is no column is refused', () => {
  const asked = parseQuestion('qual abrigo pediu mais brinquedos?', gifts, { today: TODAY, before: null });
  expect(asked.refusals.join(' ')).toContain('«abrigo»');
});

/** Parts of names that are cut, with endings that Portuguese words have too, and a state that is also a preposition. */
const contracts = lexiconOf({
  name: 'Vínculos',
  rows_word: { one: 'vínculo', many: 'vínculos' },
  date_column: 'dt_admissao',
  money_column: 'vl_bruto',
  main_column: 'nome',
  columns: [
    column('nome', 'text'),
    column('remun_fixa', 'money'),
    column('vl_bruto', 'money'),
    column('regime_jur', 'category', ['Efetivo', 'Temporário']),
    column('uf', 'category', ['PA', 'AM']),
    column('dt_admissao', 'date'),
  ],
});

test.each([
  ['média da remuneração fixa por regime jurídico', 'average remun_fixa / by regime_jur'],
  ['quantos vínculos no Pará?', 'count / uf in PA'],
  ['quantos vinculos no para?', 'count / uf in PA'],
  ['maior remuneração bruta', 'maximum vl_bruto'],
])('of a table with cut names «%s» is read as %s', (question, plan) => {
  const parsed = parseQuestion(question, contracts, { today: '2026-11-23', before: null });
  expect(parsed.refusals).toEqual([]);
  expect(planLine(parsed.plan)).toBe(plan);
});
