import { expect, test } from 'vitest';
import { drawnTags } from './tag-filter.tsx';

const tags = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, name: `assunto ${index + 1}` }));
const draw = (wanted: Partial<Parameters<typeof drawnTags>[1]>, of = tags) =>
  drawnTags(of, { chosen: [], term: '', all: false, ...wanted });
const names = (...args: Parameters<typeof draw>) => {
  const { first, others } = draw(...args);
  return [...first, ...others].map(({ name }) => name);
};

test('a handful of tags stays where it is, chosen or not', () => {
  const few = tags.slice(0, 12);
  expect(names({ chosen: [5] }, few)).toEqual(few.map(({ name }) => name));
});

test('of many tags the first are drawn, and the others are counted until somebody asks for them', () => {
  expect(draw({})).toMatchObject({ hidden: 16 });
  expect(names({})).toHaveLength(24);
  expect(names({ all: true })).toHaveLength(40);
});

test('chosen tags stand first and stay, whatever is searched', () => {
  expect(names({ chosen: [39], term: 'assunto 12' })).toEqual(['assunto 39', 'assunto 12']);
});

test('a tag is found without its accents and its case', () => {
  const accented = [...tags, { id: 41, name: 'Licitação' }];
  expect(names({ term: ' licitacao ' }, accented)).toEqual(['Licitação']);
});
