import { describe, expect, test } from 'vitest';
import { excerptAround, findSpan } from './source-excerpt.ts';

const sentence = (number: number) => `Esta é a frase número ${number}, que diz alguma coisa sobre o prazo. `;
const paragraph = (number: number) =>
  Array.from({ length: 6 }, (_, line) => sentence(number * 10 + line))
    .join('')
    .trim();
const DOCUMENT = Array.from({ length: 40 }, (_, number) => paragraph(number)).join('\n\n');
const CITED = sentence(203).trim();
const at = DOCUMENT.indexOf(CITED);
const around = (text: string, cited: string) => {
  const start = text.indexOf(cited);
  return excerptAround(text, { start, end: start + cited.length });
};

describe('the stretch around a cited span', () => {
  test('holds the span where it says, and begins and ends with paragraphs', () => {
    const { text, start, end, more_before, more_after } = around(DOCUMENT, CITED);
    expect(text.slice(start, end)).toBe(CITED);
    expect([more_before, more_after]).toEqual([true, true]);
    expect(DOCUMENT).toContain(`\n\n${text}\n\n`);
    expect(start).toBeGreaterThan(500);
    expect(start).toBeLessThanOrEqual(1_500);
    expect(text.length - end).toBeGreaterThan(500);
    expect(text.length - end).toBeLessThanOrEqual(1_500);
  });

  test('is the whole of a short document, without the space around it', () => {
    expect(around('  \n Antes. Isto. Depois.\n\n', 'Isto.')).toEqual({
      text: 'Antes. Isto. Depois.',
      start: 7,
      end: 12,
      more_before: false,
      more_after: false,
    });
  });

  test('ends with a sentence where there are no paragraphs, with a word where there are no sentences', () => {
    const prose = DOCUMENT.replaceAll('\n\n', ' ');
    const { text } = around(prose, CITED);
    expect(text).toMatch(/^Esta é a frase[\s\S]+prazo\.$/);
    const words = Array.from({ length: 2_000 }, (_, number) => `palavra${number}`).join(' ');
    expect(around(words, 'palavra1000').text).toMatch(/^palavra\d+ [\s\S]+ palavra\d+$/);
    expect(words).toContain(` ${around(words, 'palavra1000').text} `);
  });

  test('cuts what has no borders at all where it is, never within a character', () => {
    for (const shift of ['', 'x']) {
      const { text, start, end } = around(`${shift}${'🙂'.repeat(2_000)}aqui${'🙂'.repeat(2_000)}`, 'aqui');
      expect(text.isWellFormed()).toBe(true);
      expect(text.slice(start, end)).toBe('aqui');
      expect(text.length).toBeLessThanOrEqual(3_004);
    }
  });
});

describe('the place of a cited span', () => {
  test('is where it stood', () => {
    expect(findSpan(DOCUMENT, CITED, at)).toEqual({ start: at, end: at + CITED.length });
  });

  test('is the nearest that holds the words, when the document was replaced', () => {
    const text = 'isto e mais isto';
    expect([0, 1, 5, 7, 12, 99].map((stood) => findSpan(text, 'isto', stood)?.start)).toEqual([
      0, 0, 0, 12, 12, 12,
    ]);
  });

  test('is nowhere when the words are gone, or were never there', () => {
    expect(findSpan(DOCUMENT, 'nada disso', at)).toBeNull();
    expect(findSpan(DOCUMENT, '', 0)).toBeNull();
  });
});
