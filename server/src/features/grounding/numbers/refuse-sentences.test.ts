import { describe, expect, test } from 'vitest';
import { uncheckedNumbers } from './check-numbers.ts';
import { KnownNumbers } from './known-numbers.ts';
import { REFUSED_SENTENCE as REFUSED, SentenceFilter } from './refuse-sentences.ts';

const known = new KnownNumbers();
known.addCell('360', { kind: 'number' });
known.addCell('2091926.94', { kind: 'money' });

const filter = () =>
  new SentenceFilter((piece, counted) => uncheckedNumbers(piece, known, counted).length > 0);

function passed(text: string, size: number): string {
  const sentences = filter();
  let out = '';
  for (let at = 0; at < text.length; at += size) out += sentences.take(text.slice(at, at + size));
  return out + sentences.end();
}

/** The same text passes in chunks of any size. */
function shown(text: string): string {
  const whole = passed(text, text.length);
  for (const size of [1, 2, 3, 7, 40]) expect(passed(text, size), `chunks of ${size}`).toBe(whole);
  return whole;
}

describe('R-TBL-39 sentences with unchecked numbers are taken out', () => {
  test('a whole sentence goes, the others and their markers stay', () => {
    expect(
      shown('A média é R$ 2.091.926,94 [1]. O total é 999 [2]. São 360. [1][2] Fim do S.A. de 5 nov. aqui.'),
    ).toBe(`A média é R$ 2.091.926,94 [1]. ${REFUSED} São 360. [1][2] ${REFUSED}`);
    expect(shown('Há 77 deles. [3] Sobram 360, diz a Sra. Lima.')).toBe(
      `${REFUSED} Sobram 360, diz a Sra. Lima.`,
    );
  });

  test('lists, headings, quotes and emphasis stay', () => {
    expect(
      shown(
        '# Total: 99\n\n> 98 casos\n\n- Um: 360.\n- Outro: 361. Mais 360.\n1. [x] São 97\n\n**São 96. São 360.** São **95**.',
      ),
    ).toBe(
      `# ${REFUSED}\n\n> ${REFUSED}\n\n- Um: 360.\n- ${REFUSED} Mais 360.\n1. [x] ${REFUSED}\n\n**${REFUSED} São 360.** ${REFUSED}`,
    );
  });

  test('a table loses a cell and keeps its columns, and its first column may count its rows', () => {
    const table = '| # | Nome | n |\n|---|:--|--:|\n| 1 | Um \\| mais | 360 |\n| 2 | Dois | 361 |\n\nFim.';
    expect(shown(table)).toBe(
      `| # | Nome | n |\n|---|:--|--:|\n| 1 | Um \\| mais | 360 |\n| 2 | ${REFUSED} | ${REFUSED} |\n\nFim.`.replace(
        `| 2 | ${REFUSED} |`,
        '| 2 | Dois |'.replace('Dois', REFUSED),
      ),
    );
  });

  test('code passes as it is, and a line that goes on is one sentence', () => {
    expect(shown('```\nx = 99. Y\n```\nUse `y = 98. Z` aqui. A soma é de\nR$ 5,00 no ano. Fim.')).toBe(
      `\`\`\`\nx = 99. Y\n\`\`\`\nUse \`y = 98. Z\` aqui. ${REFUSED} Fim.`,
    );
  });

  test('a number may count the list that follows', () => {
    const list = 'Há 4 grupos:\n\n- a\n- b\n- c\n- d\n\nFim: são 4 grupos.';
    expect(shown(list)).toBe(list);
    expect(shown('Há 5 grupos:\n\n- a\n- b\n\nFim.')).toBe(`${REFUSED}\n\n- a\n- b\n\nFim.`);
  });

  test('a sentence is sent once it is complete, and one that was cut off is not', () => {
    const sentences = filter();
    expect(sentences.take('São 360. Há 36')).toBe('São 360.');
    expect(sentences.take('0 de')).toBe('');
    expect(sentences.take('les. E também ')).toBe(' Há 360 deles.');
    sentences.close();
    expect(sentences.end()).toBe('');
  });

  test('it goes on within a text that has passed', () => {
    const sentences = filter();
    sentences.resume('Há dois grupos:\n\n- a\n- b');
    expect(sentences.take('\n\nSão 2 grupos. São 3 grupos.') + sentences.end()).toBe(
      `\n\nSão 2 grupos. ${REFUSED}`,
    );
  });

  test('20,000 characters without an end, or of markers and lists alone, take milliseconds', () => {
    for (const text of ['a', '9 ', '[1]. ', '- 9\n', '9:\n- 1\n', 'a. [1] ']) {
      const before = process.cpuUsage();
      passed(text.repeat(20_000 / text.length), 4);
      expect(process.cpuUsage(before).user, text).toBeLessThan(5_000_000);
    }
  });
});
