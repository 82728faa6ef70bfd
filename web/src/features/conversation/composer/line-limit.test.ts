import { describe, expect, test } from 'vitest';
import { lastLines, limited } from './line-limit.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `linha ${from + i}`).join('\n');

describe('R-CHAT-24 the box is limited to the last 10 lines', () => {
  test('of twelve pasted lines the third to the twelfth remain', () => {
    expect(limited({ value: '', start: 0, end: 0, inserted: numbered(1, 12) })).toEqual({
      text: numbered(3, 12),
      caret: numbered(3, 12).length,
    });
  });

  test('ten lines and one long paragraph are left alone', () => {
    expect(limited({ value: '', start: 0, end: 0, inserted: numbered(1, 10) })).toBeUndefined();
    expect(limited({ value: 'a'.repeat(19_000), start: 5, end: 5, inserted: 'b' })).toBeUndefined();
  });

  test('a new line in the middle of ten removes the first and keeps the caret in its place', () => {
    const value = numbered(1, 10);
    const at = value.indexOf('linha 5');
    const { text, caret } = limited({ value, start: at, end: at, inserted: '\n' }) ?? { text: '', caret: -1 };
    expect(text.split('\n')).toHaveLength(10);
    expect(text.startsWith('linha 2\n')).toBe(true);
    expect(text.slice(caret).startsWith('linha 5')).toBe(true);
  });

  test('lines of Windows count once', () => {
    expect(limited({ value: '', start: 0, end: 0, inserted: '1\r\n'.repeat(9) })).toBeUndefined();
    expect(
      limited({ value: '', start: 0, end: 0, inserted: '1\r\n'.repeat(10) })?.text.split('\n'),
    ).toHaveLength(10);
  });

  test('a text that never passed the box is cut the same way', () => {
    expect(lastLines(numbered(1, 12))).toBe(numbered(3, 12));
    expect(lastLines('uma')).toBe('uma');
  });
});
