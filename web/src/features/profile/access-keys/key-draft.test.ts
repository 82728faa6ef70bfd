import { expect, test } from 'vitest';
import { capOf, changeOf, draftOf, emptyDraft, endOf, expiriesFor, settingsOf } from './key-draft.ts';

const NOW = new Date('2026-11-14T12:00:00.000Z');

const key = {
  id: 1,
  name: 'Planilha',
  hint: 'aB3d',
  agent_ids: [3, 4],
  token_cap: 10,
  token_used: 0,
  expires_at: '2027-02-12T15:00:00.000Z',
  is_expired: false,
  last_used_at: null,
  last_used_ip: null,
  created_at: NOW.toISOString(),
};

test('a limit is a whole number of tokens, however it is grouped, or none', () => {
  expect(['', '  ', '50000', '50.000', '1 000 000', '1000000000'].map(capOf)).toEqual([
    null,
    null,
    50_000,
    50_000,
    1_000_000,
    1_000_000_000,
  ]);
  expect(['0', '-1', '1,5', 'mil', '1000000001'].map(capOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});

test('an end is so many days from now, none at all, or left as it is', () => {
  expect(endOf('30', NOW)).toBe('2026-12-14T12:00:00.000Z');
  expect(endOf('never', NOW)).toBeNull();
  expect(endOf('keep', NOW)).toBeUndefined();
  expect(expiriesFor(null).map(({ value }) => value)).toEqual(['30', '90', '365', 'never']);
  expect(expiriesFor('2027-02-12T15:00:00.000Z')[0]).toEqual({ value: 'keep', label: 'Até 12/02/2027' });
});

test('what is asked for is whole or not asked for', () => {
  expect(settingsOf({ ...emptyDraft, name: ' Planilha ' }, NOW)).toEqual({
    name: 'Planilha',
    agent_ids: null,
    token_cap: null,
    expires_at: '2027-02-12T12:00:00.000Z',
  });
  expect(settingsOf(emptyDraft, NOW)).toBeNull();
  expect(settingsOf({ ...emptyDraft, name: 'x', cap: 'mil' }, NOW)).toBeNull();
  expect(settingsOf({ ...emptyDraft, name: 'x', scope: 'some' }, NOW)).toBeNull();
  expect(settingsOf(draftOf(key), NOW)).toEqual({ name: 'Planilha', agent_ids: [3, 4], token_cap: 10 });
});

test('a key is renamed without sending its agents, one of which may be gone; another choice is sent whole', () => {
  const draft = draftOf(key);
  const renamed = { name: 'Outra', token_cap: 10 };
  expect(changeOf({ ...draft, name: 'Outra' }, key, NOW)).toEqual(renamed);
  expect(changeOf({ ...draft, name: 'Outra', agent_ids: [4, 3] }, key, NOW)).toEqual(renamed);
  expect(changeOf({ ...draft, agent_ids: [3] }, key, NOW)).toMatchObject({ agent_ids: [3] });
  expect(changeOf({ ...draft, agent_ids: [3, 4, 5] }, key, NOW)).toMatchObject({ agent_ids: [3, 4, 5] });
  expect(changeOf({ ...draft, scope: 'all' }, key, NOW)).toMatchObject({ agent_ids: null });
  expect(changeOf({ ...draft, agent_ids: [] }, key, NOW)).toBeNull();
  const forAll = { ...key, agent_ids: null };
  expect(changeOf({ ...draftOf(forAll), name: 'Outra' }, forAll, NOW)).toEqual(renamed);
  expect(changeOf({ ...draftOf(forAll), scope: 'some', agent_ids: [3] }, forAll, NOW)).toMatchObject({
    agent_ids: [3],
  });
});
