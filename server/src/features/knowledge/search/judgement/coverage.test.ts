import { describe, expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';

const word = (form: string, document_frequency: number) => ({
  lexeme: form,
  forms: [form],
  document_frequency,
});

describe('the coverage of a question', () => {
  const asked = [word('prazo', 40), word('reembolso', 3)];

  test('is whole when a passage has all of its words, and nothing when it has none', () => {
    const coverage = coverageOf(asked, 1_000);
    expect(coverage('O prazo de reembolso é de 30 dias.', 1_000)).toBe(1);
    expect(coverage('A garagem fica no subsolo.', 0)).toBe(0);
  });

  test('counts a rare word for more than a common one', () => {
    const coverage = coverageOf(asked, 1_000);
    expect(coverage('O reembolso é feito em conta.', 0)).toBeGreaterThan(
      coverage('O prazo é de 30 dias.', 0),
    );
  });

  test('counts a word that no passage has, unless it was mistyped', () => {
    const strange = coverageOf([word('prazo', 40), word('astronauta', 0)], 1_000)('O prazo é de 30 dias.', 3);
    const mistyped = coverageOf([word('prazo', 40), word('reembolço', 0)], 1_000)(
      'O prazo de reembolso corre.',
      3,
    );
    expect(strange).toBeLessThan(0.5);
    expect(mistyped).toBeGreaterThan(strange + 0.2);
  });

  test('counts other forms of a word for what they share', () => {
    const shared = coverageOf([word('reembolsar', 0)], 50)('O reembolso é feito em conta.', 0);
    expect(shared).toBeGreaterThan(0.4);
    expect(shared).toBeLessThan(1);
  });

  test('counts a form of the same stem, however few letters they share', () => {
    const text = 'O boleto vence no dia 5.';
    expect(coverageOf([word('vencimento', 9)], 1_000)(text, 0)).toBeGreaterThan(0.4);
    expect(coverageOf([word('venda', 9)], 1_000)(text, 0)).toBeLessThan(0.2);
  });

  test('takes the weight of a slip from the word that is likely meant', () => {
    const slip = { ...word('letiura', 0), meant_frequency: 40 };
    const text = 'O prazo é de 30 dias.';
    const meant = coverageOf([word('prazo', 40), slip], 1_000)(text, 0);
    expect(meant).toBeGreaterThan(coverageOf([word('prazo', 40), word('letiura', 0)], 1_000)(text, 0));
  });

  test('does not count courtesies', () => {
    const polite = [word('gostaria', 0), word('saber', 0), word('prazo', 40)];
    expect(coverageOf(polite, 1_000)('O prazo é de 30 dias.', 1_000)).toBe(1);
  });

  test('is the same with a smiley or another sign, which PostgreSQL takes for a word', () => {
    const sign = { lexeme: '🌳', forms: [], document_frequency: 0 };
    const text = 'A poda de árvores é pedida pelo telefone 156.';
    expect(coverageOf([word('poda', 4), sign], 1_000)(text, 3)).toBe(
      coverageOf([word('poda', 4)], 1_000)(text, 3),
    );
    expect(coverageOf([sign], 1_000)(text, 3)).toBe(0);
  });

  test('of a page pasted as a question is that of its first hundred words, a few of which may be mistyped', () => {
    const strange = (count: number, from = 0) =>
      Array.from({ length: count }, (_, place) => word(`estranha${from + place}`, 0));
    const text = 'O prazo de reembolso corre.';
    expect(coverageOf([...strange(99), word('prazo', 40)], 1_000)(text, 0)).toBeGreaterThan(0);
    expect(coverageOf([...strange(100), word('prazo', 40)], 1_000)(text, 0)).toBe(0);
    expect(coverageOf([...strange(15), word('reembolço', 0)], 1_000)(text, 0)).toBeGreaterThan(
      coverageOf([...strange(16), word('reembolço', 0)], 1_000)(text, 0) * 1.3,
    );
  });

  test('of a question that says nothing is nothing', () => {
    expect(coverageOf([word('obrigado', 2)], 1_000)('Obrigado por perguntar.', 9)).toBe(0);
    expect(coverageOf([], 0)('Texto.', 0)).toBe(0);
  });

  test('in a base of a single passage its words count as words', () => {
    const coverage = coverageOf([word('prazo', 1), word('foguete', 0)], 1);
    expect(coverage('O prazo é de 30 dias.', 0.1)).toBeGreaterThan(0.3);
  });
});
