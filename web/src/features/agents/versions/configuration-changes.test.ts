import { expect, test } from 'vitest';
import type { AgentConfiguration } from '#contract/agent-configuration.ts';
import { changesBetween } from './configuration-changes.ts';

const one: AgentConfiguration = {
  model: 'gpt-5',
  temperature: 0.5,
  use_guided_prompt: true,
  use_security_prompt: true,
  prompt_sections: {
    identity: 'Você é guia.',
    goal: '',
    response_style: '',
    constraints: '',
    custom_instructions: '',
  },
  custom_prompt: null,
  knowledge_bases: [{ id: 1, name: 'Leis' }],
  data_sources: [],
};
const onOff = (on: boolean) => (on ? 'On' : 'Off');

test('equal configurations have nothing to tell, and a base that was renamed is still the same', () => {
  expect(changesBetween(one, { ...one, knowledge_bases: [{ id: 1, name: 'Leis e normas' }] }, onOff)).toEqual(
    [],
  );
});

test('each kind of field is compared in its own way', () => {
  const other: AgentConfiguration = {
    ...one,
    model: null,
    use_security_prompt: false,
    prompt_sections: { ...one.prompt_sections, identity: 'Você é fiscal.' },
    knowledge_bases: [{ id: 2, name: 'Manuais' }],
    personal_data: 'mask',
    personal_data_kinds: ['cpf', 'email'],
    residency_max: 'local',
    refuse_unchecked_numbers: true,
  };
  expect(changesBetween(one, other, onOff)).toEqual([
    { field: 'model', kind: 'value', before: 'gpt-5', after: 'claude-3-5-sonnet' },
    { field: 'personal_data', kind: 'value', before: 'Usar o padrão', after: 'Mascarar' },
    { field: 'personal_data_kinds', kind: 'value', before: 'Usar o padrão', after: 'CPF, E-mail' },
    { field: 'residency_max', kind: 'value', before: 'No exterior também', after: 'Não sai da casa' },
    { field: 'refuse_unchecked_numbers', kind: 'value', before: 'Off', after: 'On' },
    {
      field: 'identity',
      kind: 'text',
      pieces: [
        { kind: 'same', text: 'Você é ' },
        { kind: 'removed', text: 'guia' },
        { kind: 'added', text: 'fiscal' },
        { kind: 'same', text: '.' },
      ],
    },
    { field: 'use_security_prompt', kind: 'value', before: 'On', after: 'Off' },
    { field: 'knowledge_bases', kind: 'names', removed: ['Leis'], added: ['Manuais'] },
  ]);
});
