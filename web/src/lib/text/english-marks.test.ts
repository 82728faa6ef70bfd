import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const english = globSync('web/src/**/*en.ts').filter((file) => /(?:^|[/-])en\.ts$/.test(file));

test('R-LNG-03 the English texts quote as English does', () => {
  expect(english.length).toBeGreaterThan(40);
  expect(english.filter((file) => /[«»]/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('R-LNG-03 lists and names of months are never only Portuguese outside of Portuguese texts', () => {
  const screens = globSync('web/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|\/texts(?:-[\w-]*pt)?\.ts$/.test(file),
  );
  expect(screens.length).toBeGreaterThan(700);
  const inPortuguese =
    /(?:ListFormat|DateTimeFormat|inTimeZone)\((?:'pt-BR'|LOCALE)(?:\)|,\s*\{[^}]*(?:type:|month: '(?:long|short)'|weekday: '(?:long|short)'))/;
  expect(screens.filter((file) => inPortuguese.test(readFileSync(file, 'utf8')))).toEqual([]);
});
