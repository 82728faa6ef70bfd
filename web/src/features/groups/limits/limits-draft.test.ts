import { describe, expect, test } from 'vitest';
import { centsOf, draftOf, formOf, tokensOf, usedIn } from './limits-draft.ts';

const limits = {
  tokens_per_person: 250_000,
  budget_kind: 'brl' as const,
  budget: 80_050,
  hard: true,
  notify_user_ids: [3],
  notified: [{ id: 3, name: 'Bia' }],
  version: 4,
  used: 51_230,
  reserved: 0,
  month_tokens: 9_000,
  month_cents: 51_230,
  renews_at: '2026-12-01T03:00:00.000Z',
  people: [],
};

describe('the limits of a group as typed', () => {
  test('are sent as they were read', () => {
    expect(draftOf(limits)).toMatchObject({ per_person: '250.000', amount: '800,50' });
    expect(formOf(draftOf(limits), limits)).toEqual({
      tokens_per_person: 250_000,
      budget_kind: 'brl',
      budget: 80_050,
      hard: true,
      notify_user_ids: [3],
      version: 4,
    });
  });

  test('without an amount, or with words, are not sent', () => {
    const draft = draftOf(limits);
    expect(formOf({ ...draft, amount: '' }, limits)).toBeNull();
    expect(formOf({ ...draft, amount: '0' }, limits)).toBeNull();
    expect(formOf({ ...draft, per_person: 'muitos' }, limits)).toBeNull();
    expect(formOf({ ...draft, kind: 'none', per_person: ' ' }, limits)).toMatchObject({
      tokens_per_person: null,
      budget: null,
    });
  });

  test.each([
    ['800', 80_000],
    ['800,5', 80_050],
    ['R$ 1.234,56', 123_456],
    ['1.000', 100_000],
    ['1.00', null],
    ['-1', null],
    ['1,234', null],
  ])('%s is %j cents', (typed, cents) => expect(centsOf(typed)).toBe(cents));

  test('tokens are whole numbers, and the use has the unit of the budget', () => {
    expect([tokensOf('1.000.000'), tokensOf('1,5'), tokensOf('')]).toEqual([1_000_000, null, null]);
    expect([usedIn('brl', limits), usedIn('tokens', limits)]).toEqual([51_230, 9_000]);
  });
});
