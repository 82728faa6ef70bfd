import { expect, test } from 'vitest';
import { sentencesOf, spanOf } from './sentences.ts';

const text =
  '# Multas\n\nO recurso é recebido em até trinta dias. A defesa, em quinze.\n\n- Leve o documento;\n- e a cópia 👩‍💻.\n';
const passage = {
  document_id: 7,
  knowledge_base_id: 2,
  title: 'regras.md',
  section: 'Multas',
  page: null,
  text,
  start: 100,
  end: 100 + text.length,
};

test('a passage is read in sentences, each with the place of its words', () => {
  const sentences = sentencesOf(text);
  expect(sentences.map((one) => one.text)).toContain('A defesa, em quinze.');
  for (const one of sentences) expect(text.slice(one.start, one.end)).toBe(one.text);
});

test('from one sentence to another the span has literally the words between them, at their place in the document', () => {
  const sentences = sentencesOf(text);
  const first = sentences.findIndex((one) => one.text.startsWith('O recurso'));
  const span = spanOf(passage, sentences, [first, first + 1]);
  expect(span).toEqual({
    document_id: 7,
    knowledge_base_id: 2,
    title: 'regras.md',
    section: 'Multas',
    page: null,
    start: 110,
    end: 171,
    text: 'O recurso é recebido em até trinta dias. A defesa, em quinze.',
  });
  expect(spanOf(passage, sentences, [0, 99])).toBeUndefined();
});
