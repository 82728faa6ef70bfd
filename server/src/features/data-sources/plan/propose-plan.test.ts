import { expect, test } from 'vitest';
import type { Model } from '../../../adapters/models/model.ts';
import { SaidLiterals } from './grounded.ts';
import { type AskedPlan, proposePlan } from './propose-plan.ts';

const asked: AskedPlan = {
  question: 'Quais licitações de merenda estão abertas?',
  history: [],
  parameters: [{ name: 'municipio', values: [] }],
  columns: [],
  before: null,
  said: new SaidLiterals('', [], '2026-11-14'),
  today: '2026-11-14',
};

test('a source of which no parameter has values is understood by rules, and no model is paid for it', async () => {
  const model: Model = () => {
    throw new Error('it was asked');
  };
  const ask = {
    chain: [{ id: 'gpt-5', model }],
    system_prompt: '',
    onCall: () => {},
    signal: new AbortController().signal,
  };
  for (const parameters of [asked.parameters, []])
    expect(await proposePlan({ ...asked, parameters }, ask)).toBeNull();
});
