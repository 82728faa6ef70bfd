import { describe, expect, test } from 'vitest';
import { type Condition, EMPTY_PLAN, type Plan } from '#contract/table-plan.ts';
import type { FilterColumn } from '#contract/table-result.ts';
import {
  alternativePlan,
  boundsCondition,
  boundsOf,
  conditionText,
  editedPlan,
  editQuestion,
  parseNumber,
} from './plan-edit.ts';

const open: Condition = { column: 'situacao', op: 'in', values: ['Aberta'] };
const year: Condition = { column: 'abertura', op: 'between', values: ['2025-01-01', '2025-12-31'] };
const above: Condition = { column: 'valor', op: '>', values: ['100000'] };
const plan: Plan = { ...EMPTY_PLAN, filters: [open, year, above] };
const situation: FilterColumn = {
  name: 'situacao',
  label: 'Situação',
  kind: 'category',
  unit: null,
  values: [],
};
const value: FilterColumn = { name: 'valor', label: 'Valor', kind: 'money', unit: 'R$', values: [] };
const opening: FilterColumn = { name: 'abertura', label: 'Abertura', kind: 'date', unit: null, values: [] };

describe('R-TBL-33 an edited copy of a plan', () => {
  const closed: Condition = { ...open, values: ['Aberta', 'Suspensa'] };

  test('a condition is replaced in its place, removed or added', () => {
    expect(editedPlan(plan, open, closed).filters).toEqual([closed, year, above]);
    expect(editedPlan(plan, year, null).filters).toEqual([open, above]);
    expect(editedPlan(plan, null, closed).filters).toEqual([open, year, above, closed]);
  });

  test('what belonged to the words of the question does not travel', () => {
    const asked: Plan = {
      ...plan,
      ignored: ['por favor'],
      unknown: [{ text: 'Atlântida', column: 'municipio', nearest: [] }],
      alternatives: [{ text: 'UF', filters: [] }],
    };
    expect(editedPlan(asked, open, closed)).toMatchObject({ ignored: [], unknown: [], alternatives: [] });
  });

  test('positions of compared conditions follow a removal; a share of nothing is no share', () => {
    const share: Plan = { ...plan, share: true, share_of: [2] };
    expect(editedPlan(share, open, null)).toMatchObject({ share: true, share_of: [1] });
    expect(editedPlan(share, above, null)).toMatchObject({ share: false, share_of: [] });
    expect(editedPlan({ ...plan, share: true }, open, null)).toMatchObject({ share: true, share_of: [] });
  });

  test('an alternative has its own filters, and its own figures where it names some', () => {
    const other = { label: 'UF', figure: '48', filters: [open] };
    expect(alternativePlan(plan, other)).toMatchObject({ filters: [open], measures: [] });
    const measures = [{ fn: 'sum' as const, column: 'valor' }];
    expect(alternativePlan(plan, { ...other, measures })).toMatchObject({ measures });
  });
});

describe('words of an edit', () => {
  test('name the column, what was and what will be', () => {
    expect(editQuestion(situation, 'Aberta', { ...open, values: ['Aberta', 'Suspensa'] })).toBe(
      'Situação: Aberta → Aberta ou Suspensa',
    );
    expect(editQuestion(situation, 'Aberta', null)).toBe('Situação: Aberta → sem filtro');
    expect(editQuestion(situation, null, { ...open, op: 'not_in' })).toBe(
      'Situação: sem filtro → exceto Aberta',
    );
  });

  test.each<[FilterColumn, Condition, string]>([
    [value, { column: 'valor', op: 'between', values: ['100', '2000.5'] }, 'de R$ 100,00 a R$ 2.000,50'],
    [value, above, 'acima de R$ 100.000,00'],
    [opening, year, 'de 01/01/2025 a 31/12/2025'],
    [opening, { column: 'abertura', op: '>=', values: ['2025-03-01'] }, 'desde 01/03/2025'],
    [opening, { column: 'abertura', op: 'in', values: ['2025-T1'] }, '1º tri/2025'],
    [situation, { ...open, values: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'a, b, c, d ou outros 2'],
    [situation, { ...open, op: 'not_contains', values: ['saúde'] }, 'não menciona «saúde»'],
  ])('$0.label $1.op', (column, condition, words) => {
    expect(conditionText(column, condition)).toBe(words);
  });
});

describe('the bounds of a range', () => {
  test('fill its two fields, and give the condition back', () => {
    expect(boundsOf(above)).toEqual({ from: '100000', to: '' });
    expect(boundsOf(year)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(boundsCondition(above, 'valor', { from: '100000', to: '' })).toBe(above);
    expect(boundsCondition(above, 'valor', { from: '100000', to: '200000' })).toEqual({
      column: 'valor',
      op: 'between',
      values: ['100000', '200000'],
    });
    expect(boundsCondition(null, 'valor', { from: '', to: '5' })).toEqual({
      column: 'valor',
      op: '<=',
      values: ['5'],
    });
    // The bound stood on the other side.
    expect(boundsCondition(above, 'valor', { from: '', to: '100000' })).toMatchObject({ op: '<=' });
  });

  test.each([
    ['1.500,50', '1500.5'],
    ['1500.5', '1500.5'],
    ['1.500', '1500'],
    ['R$ 2 mi', '2000000'],
    ['1,5 milhão', '1500000'],
    ['100 mil', '100000'],
    ['-3', '-3'],
    ['20%', '20'],
    ['12345678901234567890,12', '12345678901234567890.12'],
    ['banana', null],
    ['1,2,3', null],
    ['', null],
  ])('«%s» is %s', (typed, number) => {
    expect(parseNumber(typed)).toBe(number);
  });
});
