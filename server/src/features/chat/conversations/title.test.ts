import { expect, test } from 'vitest';
import { titleOf } from './title.ts';

test.each([
  ['Como troco a senha?', 'Como troco a senha?'],
  ['  Primeira linha  \nSegunda linha', 'Primeira linha'],
  ['Primeira\r\nSegunda', 'Primeira'],
  ['a'.repeat(60), 'a'.repeat(60)],
  ['a'.repeat(61), `${'a'.repeat(60)}…`],
  [`${'a'.repeat(59)} bcd`, `${'a'.repeat(59)}…`],
  [`${'a'.repeat(57)} bc def`, `${'a'.repeat(57)} bc…`],
  ['🙂'.repeat(61), `${'🙂'.repeat(60)}…`],
])(
  'a conversation is called by the first line of its first question, cut at a word: %j',
  (question, title) => {
    expect(titleOf(question)).toBe(title);
  },
);
