import { expect, test } from 'vitest';
import { allowanceNotice } from './own-banners.tsx';

const spender = { id: 7, token_limit: 1_000, next_token_reset: '2026-12-12T03:00:00.000Z' };
const at = (token_used: number) => allowanceNotice({ ...spender, token_used });

test('the notice appears at 80, 95 and 100 percent of the tokens, and not a token before', () => {
  expect(at(799)).toBeNull();
  expect([800, 949, 950, 999, 1_000, 4_000].map((used) => at(used)?.level)).toEqual([
    80, 80, 95, 95, 100, 100,
  ]);
  expect([at(949)?.percent, at(999)?.percent, at(4_000)?.percent]).toEqual([94, 99, 100]);
  expect(allowanceNotice({ ...spender, token_used: 5, token_limit: 0 })).toBeNull();
});

test('a notice belongs to a person, a level and a cycle', () => {
  expect(at(800)?.key).toBe('7-80-2026-12-12');
  expect(at(950)?.key).toBe('7-95-2026-12-12');
  const next = { ...spender, token_used: 800, next_token_reset: '2027-01-12T03:00:00.000Z' };
  expect(allowanceNotice(next)?.key).toBe('7-80-2027-01-12');
});
