/** Words of a question that are looked for in remarks, and conditions on cells that hold words or times of the day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Condition } from '#contract/table-plan.ts';
import { daysBetween, EMPTY_PLAN, hoursBetween, timeOfDay } from '#contract/table-plan.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import type { TableCell } from '../compile/cells.ts';
import { figuresStatement } from '../compile/figures.ts';
import { planProblems } from '../compile/plan-problems.ts';
import { queryTable } from '../compile/statement.ts';
import { dividedPhrase, findQuestionTexts } from './question-texts.ts';

const BASE = 'SELECT * FROM repairs';
const text = (name: string, kind: TableCell['kind'] = 'text'): TableCell => ({
  ...{ name, type: 'text', kind, reads: null },
});
const cells: TableCell[] = [
  text('piece'),
  text('remarks'),
  { name: 'price', type: 'text', kind: 'money', reads: 'number' },
  { name: 'due', type: 'timestamp without time zone', kind: 'date', reads: null },
  { name: 'closed', type: 'timestamp without time zone', kind: 'date', reads: null },
];
const remarks = cells.filter(({ name }) => name === 'remarks');

let content: TestContent;
beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(
    'create table repairs (piece text, remarks text, price text, due timestamp, closed timestamp)',
  );
  await content.owner.query(`insert into repairs values
    ('violino', 'cliente reclamou do prazo', 'R$ 120,00', '2026-05-04 12:00', '2026-05-04 17:30'),
    ('viola', 'cliente reclama de arranhão', 'a combinar', '2026-05-04 12:00', '2026-05-04 09:00'),
    ('harpa', 'corda partida', 'A combinar', '2026-05-05 12:00', '2026-05-07 09:00'),
    ('flauta', null, 'R$ 80,00', '2026-05-05 12:00', null)`);
  await content.owner.query('grant select on repairs to prosa_leitor');
});
afterAll(() => content.close());

const found = (words: string[], options: { is_either?: boolean; is_mentioned?: boolean }) =>
  content.reader.read(BASE, (session) =>
    findQuestionTexts(session, { words, looked: remarks, language: 'portuguese', ...options }),
  );

const counted = (filter: Condition) =>
  content.reader.read(BASE, async (session) => {
    const plan = { ...EMPTY_PLAN, filters: [filter], measures: [{ fn: 'count' as const, column: null }] };
    expect(planProblems(cells, plan)).toEqual([]);
    const { sql, params } = figuresStatement(queryTable(session, cells), plan);
    return (await session.rows(sql, params))[0]?.m0;
  });

test('R-TBL-19 one of two words of remarks is enough where the question says «ou»', async () => {
  const either = await found(['prazo', 'corda'], { is_either: true, is_mentioned: true });
  expect(either.conditions).toEqual([{ column: 'remarks', op: 'contains', values: ['prazo', 'corda'] }]);
  const both = await found(['prazo', 'corda'], { is_mentioned: true });
  expect(both.conditions).toHaveLength(2);
});

test('R-TBL-19 what somebody did is found in any form only where the remarks are said to tell it', async () => {
  const said = await found(['reclamaram'], { is_mentioned: true });
  expect(said.conditions.map(({ values }) => values)).toEqual([['reclam', 'reclamaram']]);
  expect((await found(['reclamaram'], {})).conditions).toEqual([]);
});

test('R-TBL-29 cells that hold words in the place of a number are asked for by them', async () => {
  expect(await counted({ column: 'price', op: 'in', values: ['a combinar'] })).toBe('2');
  expect(
    planProblems(cells, {
      ...EMPTY_PLAN,
      rows: true,
      filters: [{ column: 'price', op: '>', values: ['a combinar'] }],
    }),
  ).not.toEqual([]);
});

test('R-TBL-02 later on the same day is late where both days have a time', async () => {
  const late = daysBetween('due', 'closed');
  expect(await counted({ column: late, op: '>', values: ['0'] })).toBe('2');
  expect(await counted({ column: late, op: '<=', values: ['0'] })).toBe('1');
});

test('R-TBL-54 hours lie between two days that have a time, and between no others', async () => {
  const hours = hoursBetween('due', 'closed');
  expect(await counted({ column: hours, op: '>', values: ['5'] })).toBe('2');
  expect(await counted({ column: hours, op: 'between', values: ['5.5', '5.5'] })).toBe('1');
  const days = cells.map((cell) => (cell.kind === 'date' ? { ...cell, type: 'date' } : cell));
  const filters: Condition[] = [{ column: hours, op: '>', values: ['5'] }];
  expect(planProblems(days, { ...EMPTY_PLAN, rows: true, filters })).not.toEqual([]);
});

test('R-TBL-54 the time of the day is that of a moment, and no day without a time has one', async () => {
  const time = timeOfDay('closed');
  expect(await counted({ column: time, op: '>=', values: ['1050'] })).toBe('1');
  expect(await counted({ column: time, op: 'between', values: ['540', '719'] })).toBe('2');
  const days = cells.map((cell) => (cell.kind === 'date' ? { ...cell, type: 'date' } : cell));
  const filters: Condition[] = [{ column: time, op: '>=', values: ['1050'] }];
  expect(planProblems(days, { ...EMPTY_PLAN, rows: true, filters })).not.toEqual([]);
});

test.each([
  ['quantas vistorias de freio de mão?', ['freio', 'mão']],
  ['quantas vistorias de freios ao relento?', ['freio', 'relento']],
  ['quantas vistorias de freio com ruído?', null],
  ['quantas vistorias de freio e ruído?', null],
  ['ruído em vistorias de freio', null],
])('R-TBL-27 a phrase whose words stand in different columns is told as such: «%s»', (question, divided) => {
  const held = ['freio', 'mão', 'ruído', 'relento'].map((word) => ({
    word,
    column: word === 'freio' ? 'objeto' : 'observacao',
  }));
  expect(dividedPhrase(question, held)?.map(({ word }) => word) ?? null).toEqual(divided);
});

test('R-TBL-16 rows without a value are among those that are not of a value', async () => {
  const all = Number(await counted({ column: 'remarks', op: 'not_in', values: ['nothing says this'] }));
  const empty = Number(await counted({ column: 'remarks', op: 'empty', values: [] }));
  const filled = Number(await counted({ column: 'remarks', op: 'filled', values: [] }));
  expect(empty).toBeGreaterThan(0);
  expect(all).toBe(empty + filled);
});
