import { describe, expect, test } from 'vitest';
import { csvHeader, csvLine } from './csv.ts';

describe('a table as CSV', () => {
  test('begins so that a Brazilian spreadsheet finds columns and accents', () => {
    expect(csvHeader(['data', 'ação'])).toBe('\uFEFFdata;ação\r\n');
  });

  test('writes texts, numbers, days and nothing as they are', () => {
    const at = new Date('2026-11-14T12:00:00.000Z');
    expect(csvLine(['Ana', 7, -3, true, at, null])).toBe('Ana;7;-3;true;2026-11-14T12:00:00.000Z;\r\n');
  });

  test('keeps what parts columns and lines inside its cell', () => {
    expect(csvLine(['a;b', 'a,b', 'diz "oi"', 'um\r\ndois', ' x '])).toBe(
      '"a;b";"a,b";"diz ""oi""";"um\r\ndois";" x "\r\n',
    );
  });

  test.each([
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1+1',
    '＝1',
    '=HYPERLINK("http://x","y")',
  ])('defuses the formula %j', (formula) => {
    expect(csvLine([formula]).replace(/^"/, '').startsWith("'")).toBe(true);
  });
});
