// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { followLanguage, keepLanguage } from './language.ts';

afterEach(() => {
  keepLanguage(null);
});

test('R-LNG-04 the choice stands in a cookie until it is taken back', () => {
  expect(keepLanguage(null)).toBe(false);
  expect(keepLanguage('en')).toBe(true);
  expect(document.cookie).toContain('prosa_language=en');
  expect(keepLanguage('en')).toBe(false);
  expect(keepLanguage('pt-BR')).toBe(true);
  expect(document.cookie).toContain('prosa_language=pt-BR');
  expect(keepLanguage(null)).toBe(true);
  expect(document.cookie).not.toMatch(/prosa_language=\w/);
});

test('R-LNG-04 a person without a choice changes nothing, and one with the language of this page writes the cookie only', async () => {
  await followLanguage(null);
  await followLanguage(undefined);
  expect(document.cookie).not.toMatch(/prosa_language=\w/);
  await followLanguage('mixed');
  expect(document.cookie).toContain('prosa_language=mixed');
});
