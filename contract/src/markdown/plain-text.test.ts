import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['São **30 dias** [1], *no máximo* [2, 3].', 'São 30 dias, no máximo.'],
  ['# Prazos\n\n1. `a[1]` vale\n2. [portal](https://exemplo.br) ~~não~~', 'Prazos\na[1] vale\nportal não'],
  ['| a | b |\n|---|---|\n| **1** |  |\n\n> citado  \n> mais', 'a · b\n1\ncitado\nmais'],
  ['```ts\nconst a = 1;\n```\n\n---\n\nfim &amp; tal', 'const a = 1;\nfim & tal'],
  ['nota[^1]\n\n[^1]: O *resto*.', 'nota\nO resto.'],
  ['', ''],
])('the plain text of %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});
