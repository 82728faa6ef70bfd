import { describe, expect, test } from 'vitest';
import { fillContext } from './fill-context.ts';
import type { Passage } from './passage.ts';

const text =
  'O prazo é de 30 dias. Ele corre da data do pedido.\n\nO pedido é feito por escrito. A resposta vem por carta.\n\nQuem perde o prazo pode recorrer. O recurso é gratuito.';
const [first, second, third] = [...text.matchAll(/[^\n]+/g)].map(({ index }) => index) as [
  number,
  number,
  number,
];

/** A passage of the text, in document 1. */
function passage(start: number, end: number, wishes: Partial<Passage> = {}): Passage {
  const rest = {
    title: 'regras.txt',
    original_filename: 'regras.txt',
    section: '',
    page: null,
    score: 1,
    coverage: 1,
  };
  return {
    id: start,
    knowledge_base_id: 1,
    document_id: 1,
    ...rest,
    start,
    end,
    content: text.slice(start, end),
    ...wishes,
  };
}
const one = passage(first, second - 2);
const two = passage(second, third - 2);
const three = passage(third, text.length);

describe('the context of a question', () => {
  test('takes the passages in rank order until there is no more room', () => {
    const far = { document_id: 2 };
    const excerpts = fillContext(
      [three, { ...one, ...far }, two],
      three.content.length + one.content.length + 10,
    );
    expect(excerpts.map(({ content }) => content)).toEqual([three.content, one.content]);
  });

  test('joins neighbours of one section in document order, at the rank of the better one', () => {
    const other = passage(first, second - 2, { document_id: 2, section: 'Outra' });
    const excerpts = fillContext([two, other, one], 10_000);
    expect(excerpts.map(({ document_id }) => document_id)).toEqual([1, 2]);
    expect(excerpts[0]).toMatchObject({
      start: one.start,
      end: two.end,
      content: `${one.content}\n\n${two.content}`,
    });
  });

  test('keeps neighbours of different sections apart', () => {
    expect(fillContext([one, { ...two, section: 'Pedido' }], 10_000)).toHaveLength(2);
  });

  test('makes one literal span of windows that overlap', () => {
    const [excerpt] = fillContext([passage(0, 40), passage(20, 70), passage(25, 60)], 10_000);
    expect(excerpt?.spans).toMatchObject([{ start: 0, end: 70, content: text.slice(0, 70) }]);
    expect(excerpt?.content).toBe(text.slice(0, 70));
  });

  test('every span is literally the text from its start to its end, whatever was chosen', () => {
    for (const room of [60, 130, 160, 200, 10_000])
      for (const { spans } of fillContext([two, passage(10, 80), three, one], room))
        for (const { start, end, content } of spans) expect(text.slice(start, end)).toBe(content);
  });

  test('ends with whole sentences of a passage that does not fit, or leaves it out', () => {
    const long = 'Uma frase que se repete para encher o espaço até o fim. '.repeat(10).trim();
    const passages = [passage(0, 0, { content: long, end: long.length })];
    const [excerpt] = fillContext(passages, 300);
    expect(excerpt?.content.length).toBeLessThanOrEqual(300);
    expect(excerpt?.content.length).toBeGreaterThan(200);
    expect(excerpt?.content.endsWith('o fim.')).toBe(true);
    expect(fillContext(passages, 100)).toEqual([]);
  });

  test('is never longer than its room', () => {
    for (let room = 0; room < 400; room += 7) {
      const length = fillContext([two, three, one], room).reduce(
        (sum, { content }) => sum + content.length,
        0,
      );
      expect(length).toBeLessThanOrEqual(room);
    }
  });

  test('of nothing is nothing', () => {
    expect(fillContext([], 1_000)).toEqual([]);
  });
});
