import { describe, expect, test } from 'vitest';
import { NOT_FOUND } from '../../adapters/models/prompt-text.ts';
import { judge } from './judge.ts';

const contains = (value: string, answer: string) => judge({ kind: 'contains', value }, { answer, cited: [] });
const cites = (value: string, ...cited: string[]) =>
  judge({ kind: 'cites', value }, { answer: 'Sim.', cited });
const refuses = (answer: string, ...cited: string[]) =>
  judge({ kind: 'refuses', value: null }, { answer, cited });

describe('a text is expected', () => {
  test.each([
    ['30 minutos', 'Vale 30 MINUTOS.'],
    ['AÇÃO', 'Toda acao conta.'],
    ['São Paulo', 'Fica em Sa\u0303o Paulo.'],
    ['R$ 625,00 por mês', 'Custa **R$\u00a0625,00**\npor mês.'],
    ['30 minutos depois', 'Vale 30 minutos [1] depois.'],
    ['[1]', 'Vale 30 minutos [1].'],
    ['senha', 'A se\u00adnha vale.'],
  ])('%j is in %j', (value, answer) => expect(contains(value, answer).outcome).toBe('holds'));

  test.each([
    ['30 minutos', 'Vale 30minutos.'],
    ['30 minutos', 'Vale 40 minutos.'],
    ['sim', ''],
  ])('%j is not in %j', (value, answer) => expect(contains(value, answer).outcome).toBe('fails'));

  test('the reason names it', () => {
    expect(contains('30 dias', 'Vale 30 dias.').reason).toBe('A resposta contém «30 dias», como esperado.');
    expect(contains('30 dias', 'Não sei.').reason).toBe(
      'Esperava-se «30 dias» na resposta, mas esse texto não aparece nela.',
    );
  });

  test('a long text is named by its beginning, on one line', () => {
    const { reason } = contains(`um\ndois ${'três '.repeat(100)}`, 'Não.');
    expect(reason).toMatch(/^Esperava-se «um dois (?:três )+t?r?ê?s?…» na resposta/);
    expect(reason.length).toBeLessThan(200);
  });
});

describe('a citation is expected', () => {
  test('of that title, whatever its case and accents, among others', () => {
    expect(cites('Manual de Férias.pdf', 'outro.md', 'MANUAL  de ferias.pdf').outcome).toBe('holds');
  });

  test.each([
    [[], 'Esperava-se a citação de «manual.md», mas a resposta não cita nenhuma fonte.'],
    [['manual.pdf'], 'Esperava-se a citação de «manual.md», mas a resposta cita «manual.pdf».'],
    [['a.md', 'b.md'], 'Esperava-se a citação de «manual.md», mas a resposta cita «a.md» e mais uma fonte.'],
    [
      ['a.md', 'b.md', 'c'],
      'Esperava-se a citação de «manual.md», mas a resposta cita «a.md» e mais 2 fontes.',
    ],
  ])('not of %j', (cited, reason) =>
    expect(cites('manual.md', ...cited)).toEqual({ outcome: 'fails', reason }),
  );
});

describe('a refusal is expected', () => {
  test('it says so and cites nothing', () => {
    expect(refuses(NOT_FOUND)).toEqual({
      outcome: 'holds',
      reason: 'O agente recusou e não citou nenhuma fonte, como esperado.',
    });
  });

  test('who cites does not refuse, whatever is said', () => {
    expect(refuses(NOT_FOUND, 'manual.md')).toEqual({
      outcome: 'fails',
      reason: 'Esperava-se uma recusa, mas a resposta cita «manual.md».',
    });
  });

  test('who answers from memory does not refuse', () => {
    expect(refuses('O prazo é de 30 dias.')).toEqual({
      outcome: 'fails',
      reason: 'Esperava-se uma recusa, mas o agente respondeu sem dizer que não sabe ou que não pode.',
    });
  });
});

describe('a citation and texts are expected', () => {
  const all = (answer: string, ...cited: string[]) =>
    judge(
      { kind: 'all', value: { cites: 'manual.md', contains: ['30 minutos', 'uma vez'] } },
      { answer, cited },
    );

  test('an answer that has all of them holds', () => {
    expect(all('Vale 30 minutos [1] e só uma vez.', 'manual.md')).toEqual({
      outcome: 'holds',
      reason: 'A resposta cita «manual.md» e contém «30 minutos» e «uma vez», como esperado.',
    });
  });

  test('an answer that cites the same document but speaks of something else fails', () => {
    expect(all('O manual trata de férias [1].', 'manual.md')).toEqual({
      outcome: 'fails',
      reason: 'Esperava-se «30 minutos» na resposta, mas esse texto não aparece nela.',
    });
  });

  test('an answer with the same words from another document fails', () => {
    expect(all('Vale 30 minutos [1] e só uma vez.', 'outro.md').reason).toBe(
      'Esperava-se a citação de «manual.md», mas a resposta cita «outro.md».',
    );
  });
});
