import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Language } from '#contract/language.ts';
import {
  counted,
  formatBRL,
  formatCompact,
  formatDate,
  formatDateTime,
  formatExactBRL,
  formatNumber,
  formatPhone,
  formatRecent,
  maskPhone,
} from './format.ts';
import { formatFileSize, formatTokens } from './text/figures.ts';

/** A moment of the reader's own zone, whatever zone the tests run in. */
const local = (day: number, hour = 12, minute = 0) => new Date(2025, 2, day, hour, minute);

describe('R-SHELL-02 dates', () => {
  test('are written as day, month, year and hour', () => {
    expect(formatDateTime(local(9, 14, 5))).toBe('09/03/2025 14:05');
    expect(formatDateTime(local(9, 14, 5).toISOString())).toBe('09/03/2025 14:05');
    expect(formatDate(local(9))).toBe('09/03/2025');
  });

  test('of today and yesterday are called so, by the calendar and not by the clock', () => {
    const now = local(9, 0, 30);
    expect(formatRecent(local(9, 0, 12), now)).toBe('Hoje, 00:12');
    expect(formatRecent(local(8, 23, 59), now)).toBe('Ontem');
    expect(formatRecent(local(7, 23, 59), now)).toBe('07/03/2025');
  });
});

test('numbers have points between thousands', () => {
  expect(formatNumber(1284)).toBe('1.284');
  expect(formatCompact(100_000)).toBe('100 mil');
  expect(formatCompact(5_000_000)).toBe('5 mi');
});

test('R-CONST-10 money is written as in Brazil, cents only when there are any', () => {
  expect(formatBRL(0)).toBe('R$ 0');
  expect(formatBRL(600_000)).toBe('R$ 6.000');
  expect(formatBRL(62_550)).toBe('R$ 625,50');
  expect(formatExactBRL(62_500)).toBe('R$ 625,00');
  expect(formatExactBRL(600_000)).toBe('R$ 6.000,00');
});

test('R-CONST-07 bytes go up in steps of 1024 with at most two decimals', () => {
  expect(formatFileSize(0)).toBe('0 Bytes');
  expect(formatFileSize(1023)).toBe('1023 Bytes');
  expect(formatFileSize(1024)).toBe('1 KB');
  expect(formatFileSize(1536)).toBe('1.5 KB');
  expect(formatFileSize(5_767_168)).toBe('5.5 MB');
  expect(formatFileSize(1024 ** 4)).toBe('1024 GB');
});

test('numbers, sizes and amounts are Brazilian in every language; the screens that are prescribed in English keep their point', async () => {
  const written = `[f.formatBytes(39_322), f.formatFileSize(39_322), f.formatNumber(100_000), f.formatCompact(3_100_000),
    f.formatTokens(1234), f.formatTokens(12), f.formatDecimal(0.7, f.ONE_PLACE), f.formatBRL(625_050)]`;
  expect(await inLanguage('pt-BR', written)).toEqual([
    '38,4 KB',
    '38,4 KB',
    '100.000',
    '3,1 mi',
    '1,2 mil tokens',
    '12 tokens',
    '0,7',
    'R$ 6.250,50',
  ]);
  expect(await inLanguage('en', written)).toEqual([
    '38,4 KB',
    '38,4 KB',
    '100.000',
    '3,1M',
    '1,2K tokens',
    '12 tokens',
    '0,7',
    'R$ 6.250,50',
  ]);
  // The screens of bases are in English here, those of the conversation are not.
  expect(await inLanguage('mixed', written)).toEqual([
    '38,4 KB',
    '38.4 KB',
    '100.000',
    '3,1 mi',
    '1.2K tokens',
    '12 tokens',
    '0.7',
    'R$ 6.250,50',
  ]);
});

/** The language is a constant of the build, so that each has a process of its own. */
async function inLanguage(language: Language, written: string): Promise<string[]> {
  const [place, other] = ['./format.ts', './text/figures.ts'].map(
    (file) => new URL(file, import.meta.url).href,
  );
  const program = `globalThis.__LANGUAGE__ = '${language}'; const f = { ...(await import('${place}')), ...(await import('${other}')) }; console.log(JSON.stringify(${written}))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout);
}

test('no other files of the screens write numbers', () => {
  const own = globSync('web/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && !/lib\/(?:format|text\/figures)\.ts$/.test(file),
  );
  expect(own.length).toBeGreaterThan(900);
  expect(
    own.filter((file) =>
      /Intl\.NumberFormat\(|toLocaleString\(|\.toFixed\(/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]);
});

test('R-CONST-08 R-CONST-09 tokens are whole below a thousand and shortened from there', () => {
  expect(formatTokens(999)).toBe('999 tokens');
  expect(formatTokens(1000)).toBe('1.0K tokens');
  expect(formatTokens(1234)).toBe('1.2K tokens');
});

describe('R-AUTH-19 a phone number', () => {
  test('is masked while it is typed', () => {
    const typed = ['1', '11', '119', '119876', '1198765', '1198765432', '11987654321'];
    expect(typed.map(maskPhone)).toEqual([
      '(1',
      '(11',
      '(11) 9',
      '(11) 9876',
      '(11) 9876-5',
      '(11) 9876-5432',
      '(11) 98765-4321',
    ]);
  });

  test('R-AUTH-20 never grows beyond 15 characters', () => {
    expect(maskPhone('11987654321000')).toBe('(11) 98765-4321');
  });

  test('can be deleted letter by letter', () => {
    let value = '(11) 98765-4321';
    for (let step = 0; step < 15; step++) value = maskPhone(value.slice(0, -1));
    expect(value).toBe('');
  });

  test('stored as digits is shown with its mask', () => {
    expect(formatPhone('1133334444')).toBe('(11) 3333-4444');
    expect(formatPhone('+55 11')).toBe('+55 11');
  });
});

test('things are counted in their singular and their plural', () => {
  expect([0, 1, 2, 1284].map((count) => counted(count, 'doc', 'docs'))).toEqual([
    '0 docs',
    '1 doc',
    '2 docs',
    '1.284 docs',
  ]);
});
