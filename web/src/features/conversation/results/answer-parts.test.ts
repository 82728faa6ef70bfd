import { describe, expect, test } from 'vitest';
import type { TableResult } from '#contract/table-result.ts';
import { answerParts } from './answer-parts.ts';

const result = (index: number, ...labels: string[]) =>
  ({ index, columns: labels.map((label) => ({ label })), rows: [labels] }) as unknown as TableResult;

const drawn = (text: string, ...results: TableResult[]) =>
  answerParts(text, results).map((part) => (part.result ? part.result.index : part.text.trim()));

const TABLE = '| UF | Total |\n|---|---:|\n| SP | 48 |\n';

describe('the block of a result stands in the place of its table', () => {
  test('between the sentence and the remark', () => {
    const text = `São 48. [1]\n\n${TABLE}\nUm registro sem valor.`;
    expect(drawn(text, result(1, 'UF', 'Total'))).toEqual(['São 48. [1]', 1, 'Um registro sem valor.']);
  });

  test('the pieces together are the whole text, each with its place', () => {
    const text = `São 48. [1]\n\n${TABLE}\nUm registro.`;
    const parts = answerParts(text, [result(1, 'UF', 'Total')]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    for (const part of parts)
      expect(text.slice(part.start)).toMatch(new RegExp(`^${part.text[0]?.replace(/[|]/, '\\|')}`));
  });

  test('two results have their own tables, in whatever order', () => {
    const other = TABLE.replace('UF', 'Situação');
    const text = `Um. [2]\n\n${other}\nOutro. [1]\n\n${TABLE}`;
    expect(drawn(text, result(1, 'UF', 'Total'), result(2, 'Situação', 'Total'))).toEqual([
      'Um. [2]',
      2,
      'Outro. [1]',
      1,
    ]);
  });

  test('another table, one in code, and one whose labels hold a bar', () => {
    expect(drawn(`Veja. [1]\n\n${TABLE}\nFim.`, result(1, 'Outra'))).toEqual([
      'Veja. [1]',
      1,
      `${TABLE}\nFim.`,
    ]);
    const code = `\`\`\`\n${TABLE}\`\`\`\n\nFim [1].`;
    expect(drawn(code, result(1, 'UF', 'Total'))).toEqual([code, 1]);
    expect(drawn('| A \\| B\\_c \\(m²\\) |\n|---|\n| 1 |\n', result(1, 'A | B_c (m²)'))).toEqual([1]);
  });

  test('a number alone above or below the block is not repeated; that of another source stays', () => {
    expect(drawn(`São 48.\n\n${TABLE}\n[1]`, result(1, 'UF', 'Total'))).toEqual(['São 48.', 1]);
    expect(drawn('[1]', result(1, 'UF'))).toEqual([1]);
    expect(drawn(`${TABLE}\n[1][2]`, result(1, 'UF', 'Total'))).toEqual([1, '[1][2]']);
  });

  test('rows that are only related are not the table of a result without rows', () => {
    const none = { ...result(1, 'UF', 'Total'), rows: [] };
    const text = `Não há. [1]\n\n**Relacionados:**\n\n${TABLE}`;
    expect(drawn(text, none)).toEqual(['Não há. [1]', 1, `**Relacionados:**\n\n${TABLE.trim()}`]);
  });

  test('without a table it stands after the paragraph that cites it, never inside a list', () => {
    expect(drawn('São 48. [1, 2]\n\nFim.', result(1, 'UF'))).toEqual(['São 48. [1, 2]', 1, 'Fim.']);
    expect(drawn('- São 48. [1]\n\n- Fim.', result(1, 'UF'))).toEqual(['- São 48. [1]\n\n- Fim.', 1]);
    expect(drawn('**13** na UF. [1]\n\nOu 48.', result(1, 'UF'))).toEqual(['**13** na UF. [1]', 1, 'Ou 48.']);
    expect(drawn('Sem marca.', result(1, 'UF'))).toEqual(['Sem marca.', 1]);
    expect(drawn('', result(1, 'UF'))).toEqual([1]);
  });
});
