import { describe, expect, test } from 'vitest';
import { type AgentPrompt, instructionsOf } from './instructions.ts';

const empty = { identity: '', goal: '', response_style: '', constraints: '', custom_instructions: '' };
const agent = (wishes: Partial<AgentPrompt>): AgentPrompt => ({
  use_security_prompt: false,
  use_guided_prompt: true,
  prompt_sections: empty,
  custom_prompt: null,
  ...wishes,
});

describe('R-AGT-44 the system prompt of an agent', () => {
  test('sections come in their fixed order under headings, empty ones are left out', () => {
    const prompt_sections = {
      ...empty,
      constraints: 'Nada de política.',
      identity: ' Você é a Ana. ',
      goal: '  ',
    };
    expect(instructionsOf(agent({ prompt_sections, custom_prompt: 'outro' }))).toBe(
      '## Identidade\nVocê é a Ana.\n\n## Restrições\nNada de política.',
    );
  });

  test('with the guided prompt off it is the custom one', () => {
    const prompt_sections = { ...empty, identity: 'Você é a Ana.' };
    expect(
      instructionsOf(agent({ use_guided_prompt: false, prompt_sections, custom_prompt: 'Seja breve.' })),
    ).toBe('Seja breve.');
  });

  test('with nothing written it is one neutral sentence', () => {
    expect(instructionsOf(agent({}))).toMatch(/^Você é um assistente[^.]+\.$/);
    expect(instructionsOf(agent({ use_guided_prompt: false }))).toBe(instructionsOf(agent({})));
  });

  test('the security rules stand before everything else', () => {
    const told = instructionsOf(
      agent({ use_security_prompt: true, custom_prompt: 'Seja breve.', use_guided_prompt: false }),
    );
    expect(told).toMatch(/^Regras de segurança[\s\S]+\n\nSeja breve\.$/);
  });
});
