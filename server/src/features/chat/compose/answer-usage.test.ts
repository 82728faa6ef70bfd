import { expect, test } from 'vitest';
import { countTokens } from '../../../language/tokens.ts';
import { chargeOf } from './answer-usage.ts';

const prompt = { instructions: 'Seja breve.', passages: null, history: [], question: 'Oi?' };
const written = 'Bom dia a todos.';
const cut = { type: 'cut', reason: 'stop' } as const;

test('a cut answer costs the input that the provider reported; only the output is estimated', async () => {
  const outcome = { ...cut, reported: { input: 120, output: null } };
  expect(await chargeOf(outcome, { prompt, written, isAsked: true })).toEqual({
    input: 120,
    output: await countTokens(written),
    estimated: true,
  });
});

test('a cut answer of which the provider reported all costs just that', async () => {
  const outcome = { ...cut, reported: { input: 120, output: 7 } };
  expect(await chargeOf(outcome, { prompt, written, isAsked: true })).toEqual({
    input: 120,
    output: 7,
    estimated: false,
  });
});

test('an answer without a word costs nothing, unless its reader stopped it', async () => {
  const outcome = { ...cut, reported: { input: 120, output: null } };
  const silent = { prompt, written: '', isAsked: false };
  expect(await chargeOf(outcome, silent)).toBeNull();
  expect(await chargeOf(outcome, { ...silent, isAsked: true })).toMatchObject({ input: 120, output: 0 });
});
