import { describe, expect, test } from 'vitest';
import { rerank } from './rerank.ts';

const passages = (...contents: string[]) =>
  contents.map((content, index) => ({
    id: index,
    document_id: index,
    title: '',
    section: '',
    content,
    score: 1,
  }));
const order = (question: string, ...contents: string[]) =>
  rerank(question, passages(...contents)).map(({ id }) => id);

describe('among passages that the index finds equally good', () => {
  test('words in the order of the question win over the same words apart', () => {
    const question = 'senha temporária do administrador';
    expect(
      order(question, 'O administrador do temporária senha.', 'O senha temporária do administrador.'),
    ).toEqual([1, 0]);
  });

  test('words that stand close together win over the same words far apart', () => {
    const between =
      'e assim se segue um texto longo que fala de outras coisas sem importância alguma '.repeat(3);
    expect(
      order('multa por atraso', `A multa ${between} o atraso.`, `${between} atraso leva a multa.`),
    ).toEqual([1, 0]);
  });

  test('other forms of the words of the question count', () => {
    expect(order('os prazos', 'A regra é curta.', 'O prazo é curto.')).toEqual([1, 0]);
  });

  test('accents and case do not count', () => {
    const [found, none] = rerank(
      'LICITACAO ABERTA',
      passages('A licitação aberta em maio.', 'O texto de maio.'),
    );
    expect(found?.id).toBe(0);
    expect(found?.score).toBeGreaterThan(none?.score ?? 0);
  });

  test('a passage gains from good passages of its document', () => {
    const about = passages('O prazo é de dez dias.', 'O prazo é de dez dias.', 'Férias: prazo e pedido.');
    const sameDocument = about.map((passage) => ({ ...passage, document_id: passage.id === 0 ? 8 : 9 }));
    expect(rerank('prazo das férias', sameDocument).map(({ id }) => id)).toEqual([2, 1, 0]);
  });
});

test('what the index found better stays better when nothing else speaks', () => {
  const found = passages('Um texto.', 'Outro texto.').map((passage, index) => ({ ...passage, score: index }));
  expect(rerank('???', found).map(({ id }) => id)).toEqual([1, 0]);
  expect(rerank('pergunta', [])).toEqual([]);
});

test('a question of 20,000 characters is ranked in time', () => {
  const question = Array.from({ length: 2_500 }, (_, index) => `palavra${index % 900}`).join(' ');
  const found = passages(
    ...Array.from({ length: 60 }, (_, index) => `${question.slice(index * 50, index * 50 + 1_400)}`),
  );
  const began = performance.now();
  rerank(question, found);
  expect(performance.now() - began).toBeLessThan(15_000);
});
