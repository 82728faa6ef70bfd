import { expect, test } from 'vitest';
import { changeOf, type Draft, effective, sameDraft } from './draft.ts';

const draft: Draft = {
  name: 'Trânsito',
  description: null,
  model: 'gpt-5',
  temperature: 0.5,
  use_guided_prompt: true,
  use_security_prompt: true,
  prompt_sections: {
    identity: 'Você…',
    goal: '',
    response_style: '',
    constraints: '',
    custom_instructions: '',
  },
  custom_prompt: 'O texto antigo.',
  fallback_models: [],
  reasoning_effort: null,
  personal_data: null,
  personal_data_kinds: null,
  residency_max: 'exterior',
  refuse_unchecked_numbers: false,
  files: 'no',
};

test('with the guided prompt on, custom_prompt is not sent (R-AGT-27)', () => {
  expect(changeOf(draft)).not.toHaveProperty('custom_prompt');
  expect(changeOf({ ...draft, use_guided_prompt: false })).toMatchObject({
    custom_prompt: 'O texto antigo.',
  });
  expect(changeOf({ ...draft, use_guided_prompt: false, custom_prompt: '' })).toMatchObject({
    custom_prompt: null,
  });
});

test('names are sent trimmed, and an emptied description is none', () => {
  expect(changeOf({ ...draft, name: '  Multas ', description: '   ' })).toMatchObject({
    name: 'Multas',
    description: null,
  });
});

test('two drafts that would be stored alike are the same', () => {
  expect(sameDraft(draft, { ...draft, description: '' })).toBe(true);
  expect(sameDraft(draft, { ...draft, name: 'Trânsito ' })).toBe(true);
  expect(sameDraft(draft, { ...draft, temperature: null })).toBe(false);
  expect(sameDraft(draft, { ...draft, personal_data: 'mask' })).toBe(false);
  expect(sameDraft(draft, { ...draft, personal_data_kinds: ['cpf'] })).toBe(false);
  expect(sameDraft(draft, { ...draft, residency_max: 'local' })).toBe(false);
  expect(sameDraft(draft, { ...draft, refuse_unchecked_numbers: true })).toBe(false);
  expect(sameDraft(draft, { ...draft, files: 'only_files' })).toBe(false);
  const prompt_sections = { ...draft.prompt_sections, goal: 'Explicar.' };
  expect(sameDraft(draft, { ...draft, prompt_sections })).toBe(false);
});

test('an agent without a stored model runs on the fallback', () => {
  expect(effective({ model: null, temperature: null })).toEqual({
    model: 'claude-3-5-sonnet',
    temperature: 0.7,
  });
  expect(effective({ model: 'gpt-5', temperature: 0 })).toEqual({ model: 'gpt-5', temperature: 0 });
});
