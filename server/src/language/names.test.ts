import { expect, test } from 'vitest';
import { questionStems } from './stems.ts';
import { namesWithin } from './words.ts';

test('a capital letter within a sentence makes a name, one at its beginning does not', () => {
  expect(namesWithin('Oi. Vieram pelo Instagram ou pela «Rede Norte»?')).toEqual([
    'Instagram',
    'Rede',
    'Norte',
  ]);
});

test('a name that is spelt as a word of talk is asked about', () => {
  expect(questionStems('Quanto custa o plano Pro?')).toContain('pro');
  expect(questionStems('Quanto custa pro idoso?')).not.toContain('pro');
});
