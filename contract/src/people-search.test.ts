import { expect, test } from 'vitest';
import { addressesIn } from './people-search.ts';

test('addresses are found in a pasted list, with names and whatever separates them, each once', () => {
  expect(
    addressesIn('ana@x.com\nBruno Dias <BRUNO@x.com>; "Célia" (celia@y.com.br),ana@x.com\tdani@x.com'),
  ).toEqual(['ana@x.com', 'bruno@x.com', 'celia@y.com.br', 'dani@x.com']);
});

test('a name, a part of an address or one address is no list', () => {
  for (const search of ['', 'Ana', '@x.com', 'ana@x.com', 'Ana <ana@x.com>', 'a @ b @ c'])
    expect(addressesIn(search), search).toEqual([]);
});
