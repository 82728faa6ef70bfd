import { describe, expect, test } from 'vitest';
import { type AgentPrompt, historyOf, instructionsOf } from './prompt.ts';

const empty = { identity: '', goal: '', response_style: '', constraints: '', custom_instructions: '' };
const agent = (wishes: Partial<AgentPrompt>): AgentPrompt => ({
  use_security_prompt: false,
  use_guided_prompt: true,
  prompt_sections: empty,
  custom_prompt: null,
  ...wishes,
});

describe('R-AGT-44 what an agent is told', () => {
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

describe('the conversation so far', () => {
  const records = (count: number, length = 10) =>
    Array.from({ length: count }, (_, number) => ({ question: `p${number}`, answer: 'r'.repeat(length) }));

  test('is told whole while it is short', () => {
    expect(historyOf(records(20), 20, 100_000)).toHaveLength(20);
  });

  test('is at most 20 records, the newest, and begins with the same one for five questions', () => {
    const firsts: string[] = [];
    for (let total = 20; total <= 40; total += 1) {
      const told = historyOf(records(total).slice(-20), total, 100_000);
      expect(told.length).toBeLessThanOrEqual(20);
      expect(told.length).toBeGreaterThan(15);
      expect(told.at(-1)?.question).toBe(`p${total - 1}`);
      firsts.push(told[0]?.question ?? '');
    }
    expect(new Set(firsts)).toEqual(new Set(['p0', 'p5', 'p10', 'p15', 'p20']));
  });

  test('fits 30 % of the window, the newest kept', () => {
    const told = historyOf(records(20, 4_000), 20, 20_000);
    expect(told.at(-1)?.question).toBe('p19');
    expect(told.length).toBe(5);
    expect(historyOf(records(2, 400_000), 2, 20_000)).toEqual([]);
  });

  test('is told without the numbers of old sources', () => {
    expect(historyOf([{ question: 'Oi?', answer: 'Sim [1].' }], 1, 1_000)).toEqual([
      { question: 'Oi?', answer: 'Sim.' },
    ]);
  });
});
