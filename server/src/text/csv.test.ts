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

  test.each([
    "Bia,=2+5+cmd|' /C calc'!A0,x",
    'Bia, =HYPERLINK("http://x","y")',
    'Bia,"=HYPERLINK(1)',
    'Bia,,"", @SUM(A1)',
    'Bia\n-cmd|x!A0',
    'Bia\t+WEBSERVICE(1)',
    "Bia,='file:///x'#$A.A1",
    '=1,=HYPERLINK(1)',
    'Bia,＝HYPERLINK(1)',
    'Bia,=1+',
    'Bia,=1+\tcmd|x!A0',
    'Bia\t=A1,cmd|x!A0',
  ])('defuses the formula that commas would part from %j', (text) => {
    for (const line of [csvLine([7, text, 'x']), csvLine([text]), csvLine(['a"b', text])])
      for (const cell of line.split(/[,\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  });

  test('keeps words and sums behind commas as they were typed', () => {
    for (const text of [
      'Oi, @ana',
      'de 2, -3 e +4?',
      'ligue, +55 11 98765-4321',
      'oi (ou não), -5, +2',
      'uma lista:\n- pão, queijo\n- leite',
    ])
      expect(csvLine([text])).toBe(`"${text}"\r\n`);
  });
});
