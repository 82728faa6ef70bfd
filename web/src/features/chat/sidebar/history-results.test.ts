import { expect, test } from 'vitest';
import { excerptOf } from './history-results.tsx';

const written = (...args: Parameters<typeof excerptOf>) =>
  excerptOf(...args)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join('');

test('the found words are marked where the server says', () => {
  expect(
    written('O prazo da multa e o prazo do recurso', [
      [2, 7],
      [21, 26],
    ]),
  ).toBe('O [prazo] da multa e o [prazo] do recurso');
});

test('a long beginning is cut at a word, so that the first found word is seen', () => {
  const snippet = 'Quem recebe a notificação em casa deve observar qual é o prazo que ela traz';
  const start = snippet.indexOf('prazo');
  expect(written(snippet, [[start, start + 5]])).toBe('…deve observar qual é o [prazo] que ela traz');
});

test('a found word after one endless word is still shown', () => {
  expect(written(`${'x'.repeat(80)}prazo`, [[80, 85]])).toBe('…[prazo]');
});

test('places that cannot be are left unmarked, and no text is lost or doubled', () => {
  expect(
    written('prazo certo', [
      [0, 5],
      [3, 8],
      [9, 9],
      [6, 99],
    ]),
  ).toBe('[prazo] certo');
  expect(written('', [])).toBe('');
  expect(written('só o título', [])).toBe('só o título');
});
